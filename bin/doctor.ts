/**
 * `npm run doctor [-- --stack NAME] [--only a,b] [--json]`: looks at the account and region before
 * a deploy, with calls that only read. Exit codes as those of the command line: 0 passed or warned,
 * 1 a check failed, 2 usage.
 */
import { parseArgs } from 'node:util';
import { printResults } from '../admin/checks/print-results.ts';
import { selectChecks } from '../admin/checks/select-checks.ts';
import { DOCTOR_CHECKS } from '../admin/doctor/checks.ts';
import { openDoctorSubject } from '../admin/doctor/open-subject.ts';
import { runProgram } from '../admin/run-program.ts';

const USAGE = `usage: npm run doctor -- [--stack NAME] [--only NAME,NAME] [--json]
checks: ${DOCTOR_CHECKS.map(({ name }) => name).join(', ')}`;

await runProgram(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      stack: { type: 'string', default: 'imagewell' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { stack, only, json, help } = values;
  if (help) return console.log(USAGE);
  const checks = selectChecks(DOCTOR_CHECKS, only);
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  await printResults(checks, openDoctorSubject(stack, region), { json, head: { stack } });
});
