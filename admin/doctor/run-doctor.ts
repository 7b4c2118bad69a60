/**
 * `npm run doctor [-- --stack NAME] [--only a,b] [--json]`: looks at the account and region before
 * a deploy, with calls that only read. Exit codes as those of the command line: 0 passed or warned,
 * 1 a check failed, 2 usage.
 */
import { parseArgs } from 'node:util';
import { printResults } from '../checks/print-results.ts';
import { selectChecks } from '../checks/select-checks.ts';
import { JSON_OPTION, ONLY_OPTION, STACK_OPTION } from '../program-options.ts';
import { runProgram } from '../run-program.ts';
import { DOCTOR_CHECKS } from './checks.ts';
import { openDoctorSubject } from './open-subject.ts';

const OPTIONS = {
  stack: { ...STACK_OPTION, default: 'imagewell' },
  only: ONLY_OPTION,
  json: JSON_OPTION,
} as const;
const HELP = {
  usage: 'npm run doctor -- [--stack NAME] [--only NAME,NAME] [--json]',
  summary: 'Checks the AWS account and region before a deploy, with calls that only read.',
  more: `checks: ${DOCTOR_CHECKS.map(({ name }) => name).join(', ')}`,
  options: OPTIONS,
  examples: ['npm run doctor', 'npm run doctor -- --only NAME --json'],
} as const;

await runProgram(HELP, async () => {
  const { stack, only, json } = parseArgs({ options: OPTIONS }).values;
  const checks = selectChecks(DOCTOR_CHECKS, only);
  const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  await printResults(checks, openDoctorSubject(stack, region), { json, head: { stack } });
});
