import { CommandError } from '../../cli/command-error.ts';
import { DEFAULT_STAGE, stackNameOf } from '../../lib/settings.ts';
import { readCdkContext, readSettings } from '../deploy/read-settings.ts';
import type { ProgramCall } from '../session/program-action.ts';
import { openStageSubject } from './open-stage-subject.ts';
import { openOwnStack } from './own-stack.ts';
import { type DoctorOptions, type FindStage, runDoctor } from './run-doctor.ts';
import type { StageSettings } from './setting-subject.ts';

/** The settings as `admin deploy` reads them; their faults are a finding. */
function readStage(
  root: string,
  { stage, context = {} }: DoctorOptions,
  region: string | undefined,
): StageSettings {
  try {
    return readSettings(root, { stage, context }, region);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { message, details } = error;
    return { faults: details.length > 0 ? details : [message] };
  }
}

/** The stages of a clone below `root`, by `--stage` and `-c` as at a deploy. */
export function stagesBelow(root: string): FindStage {
  return (options, region) => {
    const { stack, stage, context: given = {} } = options;
    const isNamed = stage !== undefined || Object.keys(given).length > 0;
    if (stack !== undefined && isNamed) {
      throw new CommandError('usage', 'The stack follows from --stage and -c; leave --stack out.');
    }
    if (stack !== undefined) return undefined;
    const read = readStage(root, options, region);
    const context = { ...readCdkContext(root), ...given };
    const named = { stage: `${stage ?? context.stage ?? DEFAULT_STAGE}` };
    const name = stackNameOf('settings' in read ? read.settings : named);
    const own = openOwnStack(name);
    return { own, context, stage: openStageSubject(own, read) };
  };
}

/** `admin doctor` in a clone, with the settings of the stage. */
export const runCloneDoctor = (root: string, call: ProgramCall<DoctorOptions>): Promise<void> =>
  runDoctor(call, stagesBelow(root));
