import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../../cli/command-error.ts';
import { isJsonObject, valueAt } from '../../core/foundation/json/json-value.ts';
import { parseSettings } from '../../lib/parse-settings.ts';
import { DEFAULT_STAGE, type Settings } from '../../lib/settings.ts';
import { readSettingsFile } from '../../lib/settings-file.ts';
import type { DeployArguments } from './deploy-arguments.ts';

export interface ReadSettings {
  readonly settings: Settings;
  /** Of the settings file, whether there is one or not. */
  readonly path: string;
}

/**
 * The context that the CDK's command line reads for itself, of the user and of the project:
 * settings may stand there too.
 */
export function readCdkContext(root: string): Readonly<Record<string, unknown>> {
  const files = [join(homedir(), '.cdk.json'), join(root, 'cdk.json')];
  const contexts = files.map((path) => {
    const context = existsSync(path) && valueAt(JSON.parse(readFileSync(path, 'utf8')), 'context');
    return isJsonObject(context) ? context : {};
  });
  return Object.assign({}, ...contexts);
}

/**
 * The settings of a deploy as the CDK app will read them below `root`, checked for the region if it
 * is known. Throws a CommandError with every fault.
 */
export function readSettings(
  root: string,
  { stage, context: given }: Pick<DeployArguments, 'stage' | 'context'>,
  region: string | undefined,
): ReadSettings {
  const context: Record<string, unknown> = { ...readCdkContext(root), ...given };
  const named = stage ?? context.stage ?? DEFAULT_STAGE;
  if (stage !== undefined && given.stage !== undefined && stage !== given.stage) {
    throw new CommandError(
      'usage',
      `--stage ${stage} contradicts -c stage=${given.stage}; give one of them`,
    );
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
