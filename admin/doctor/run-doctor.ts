import { CommandError } from '../../cli/command-error.ts';
import { EXIT_CODES } from '../../cli/exit-codes.ts';
import { printResults } from '../checks/print-results.ts';
import { selectChecks } from '../checks/select-checks.ts';
import type { ProgramCall } from '../session/program-action.ts';
import { DOCTOR_CHECKS } from './checks.ts';
import { openDoctorSubject } from './open-subject.ts';
import { type OwnStack, openOwnStack } from './own-stack.ts';
import type { StageSubject } from './setting-subject.ts';

const DEFAULT_STACK = 'imagewell';
/** The CDK's own setting in the context. */
const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';

export interface DoctorOptions {
  readonly only?: string;
  readonly stage?: string;
  readonly context?: Readonly<Record<string, string>>;
  readonly profile?: string;
}

/** The stage that a doctor checks, as a clone knows it. */
export interface DoctoredStage {
  readonly own: OwnStack;
  /** Of the CDK's command line, with the values of `-c`. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly stage: StageSubject;
}

/** Finds the stage in a clone; undefined where `--stack` names another stack. */
export type FindStage = (
  options: DoctorOptions & { readonly stack?: string },
  region: string | undefined,
) => DoctoredStage | undefined;

/** The package has no settings: only the qualifier of a bootstrap can be given there. */
export const findNoStage: FindStage = ({ stage, context = {} }) => {
  const given = Object.keys(context).find((name) => name !== QUALIFIER);
  const option = stage === undefined ? given && `-c ${given}` : '--stage';
  if (option === undefined) return undefined;
  throw new CommandError('usage', `${option} works in a clone, which has the settings of stages.`);
};

/**
 * `admin doctor`: checks the account, the region and the settings of a stage before a deploy, with
 * calls that only read. The exit code is 1 where a check failed.
 */
export async function runDoctor(
  { session, options }: ProgramCall<DoctorOptions>,
  findStage: FindStage = findNoStage,
): Promise<void> {
  const { only, json = false, context = {} } = options;
  const checks = selectChecks(DOCTOR_CHECKS, only);
  if (options.profile) process.env.AWS_PROFILE = options.profile;
  const { env } = process;
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION;
  const found = findStage(options, region);
  const own = found?.own ?? openOwnStack(options.stack ?? DEFAULT_STACK);
  const qualifier = (found?.context ?? context)[QUALIFIER];
  const subject = openDoctorSubject(own, region, {
    qualifier: typeof qualifier === 'string' ? qualifier : undefined,
    stage: found?.stage,
  });
  const isPassed = await printResults(checks, subject, { json, head: { stack: own.name } });
  if (!isPassed) session.endWith(EXIT_CODES.failed.code);
}
