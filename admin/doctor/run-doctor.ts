import { EXIT_CODES } from '../../cli/exit-codes.ts';
import { printResults } from '../checks/print-results.ts';
import { selectChecks } from '../checks/select-checks.ts';
import type { ProgramCall } from '../commands/program-action.ts';
import { DOCTOR_CHECKS } from './checks.ts';
import { openDoctorSubject } from './open-subject.ts';

const DEFAULT_STACK = 'imagewell';

/**
 * `admin doctor`: checks the account and region before a deploy, with calls that only read. The
 * exit code is 1 where a check failed.
 */
export async function runDoctor(call: ProgramCall<{ readonly only?: string }>): Promise<void> {
  const { session, options } = call;
  const { stack = DEFAULT_STACK, only, json = false } = options;
  const checks = selectChecks(DOCTOR_CHECKS, only);
  const { env } = process;
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION;
  const subject = openDoctorSubject(stack, region);
  const isPassed = await printResults(checks, subject, { json, head: { stack } });
  if (!isPassed) session.endWith(EXIT_CODES.failed.code);
}
