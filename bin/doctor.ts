/**
 * `npm run doctor [-- --stack NAME] [--only a,b] [--json]`: looks at the account and region before a deploy, with calls
 * that only read. Exit codes as those of the command line: 0 passed or warned, 1 a check failed, 2 usage.
 */
import { parseArgs } from 'node:util';
import { CommandError } from '../cli/command-error.ts';
import { describeError, exitCodeOf } from '../cli/output/describe-error.ts';
import { describeResult, describeSum } from './operator/checks/print-results.ts';
import { runChecks, selectChecks } from './operator/checks/run-checks.ts';
import { DOCTOR_CHECKS } from './operator/doctor/checks.ts';
import { openDoctorSubject } from './operator/doctor/open-subject.ts';

const USAGE = `usage: npm run doctor -- [--stack NAME] [--only NAME,NAME] [--json]
checks: ${DOCTOR_CHECKS.map(({ name }) => name).join(', ')}`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        stack: { type: 'string', default: 'imagewell' },
        only: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const names = values.only?.split(',').filter(Boolean);
    return { ...values, checks: names ? selectChecks(DOCTOR_CHECKS, names) : DOCTOR_CHECKS };
  } catch (error) {
    throw new CommandError('usage', (error as Error).message, USAGE);
  }
}

async function examine(): Promise<void> {
  const { stack, json, help, checks } = readOptions();
  if (help) {
    console.log(USAGE);
    return;
  }
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  const results = await runChecks(checks, openDoctorSubject(stack, region), {
    now: () => performance.now(),
    onResult: (result) => json || console.log(describeResult(result)),
  });
  if (json) console.log(JSON.stringify({ stack, results }, null, 2));
  else console.log(`\n${describeSum(results)}`);
  if (results.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

await examine().catch((error: unknown) => {
  console.error(describeError(error, process.stderr));
  process.exitCode = exitCodeOf(error);
});
