import { CommandError } from '../../../cli/command-error.ts';
import { DEFAULT_STAGE, parseSettings, type Settings } from '../../../lib/settings.ts';
import { readSettingsFile } from '../../../lib/settings-file.ts';
import type { DeployArguments } from './deploy-arguments.ts';

export interface ReadSettings {
  readonly settings: Settings;
  /** Of the settings file, whether there is one or not. */
  readonly path: string;
}

/** The settings of a deploy to this region, as the CDK app will read them below `root`; throws a CommandError with every fault. */
export function readSettings(
  root: string,
  { stage, context }: Pick<DeployArguments, 'stage' | 'context'>,
  region: string,
): ReadSettings {
  const named = stage ?? context.stage ?? DEFAULT_STAGE;
  if (stage !== undefined && context.stage !== undefined && stage !== context.stage) {
    throw new CommandError('usage', `--stage ${stage} and -c stage=${context.stage}: which one?`);
  }
  try {
    const { target } = context;
    const { path, values, passedOver } = readSettingsFile(root, { stage: named, target });
    if (passedOver) console.error(passedOver);
    const settings = parseSettings({ ...context, stage: named }, { file: values, region });
    return { settings, path };
  } catch (error) {
    const [message = '', ...faults] = (error as Error).message.split('\n');
    throw new CommandError(
      'usage',
      message,
      undefined,
      faults.map((fault) => fault.trim()),
    );
  }
}
