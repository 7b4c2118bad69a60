/**
 * `npm run verify -- --stack NAME [--only a,b] [--json]`: proves a deployed stack from outside, on
 * the account that it is deployed to, and cleans up. Exit codes as those of the command line: 0
 * passed, 1 a check failed, 2 usage, 3 credentials.
 */
import { parseArgs } from 'node:util';
import { printResults } from '../admin/checks/print-results.ts';
import { selectChecks } from '../admin/checks/select-checks.ts';
import { JSON_OPTION, ONLY_OPTION, STACK_OPTION } from '../admin/program-options.ts';
import { runProgram, usageOf } from '../admin/run-program.ts';
import { VERIFY_CHECKS } from '../admin/verify/checks.ts';
import { openSubject } from '../admin/verify/open-subject.ts';
import { CommandError } from '../cli/command-error.ts';
import { EXIT_CODES } from '../cli/exit-codes.ts';

const OPTIONS = {
  stack: STACK_OPTION,
  only: ONLY_OPTION,
  'base-url': { type: 'string', value: 'URL', meaning: 'The URL of the API, if it is another.' },
  'cdn-url': { type: 'string', value: 'URL', meaning: 'The URL of the CDN, if it is another.' },
  json: JSON_OPTION,
} as const;
const HELP = {
  usage:
    'npm run verify -- --stack NAME [--only NAME,NAME] [--base-url URL] [--cdn-url URL] [--json]',
  summary: 'Checks a deployed stack from outside, on its account, and cleans up.',
  more: `checks: ${VERIFY_CHECKS.map(({ name }) => name).join(', ')}`,
  options: OPTIONS,
  examples: ['npm run verify -- --stack imagewell'],
} as const;

function readOptions() {
  const { values } = parseArgs({ options: OPTIONS });
  const { stack, only, json } = values;
  if (!stack) throw new CommandError('usage', '--stack is required', usageOf(HELP));
  const checks = selectChecks(VERIFY_CHECKS, only);
  return { stack, checks, json, baseUrl: values['base-url'], cdnUrl: values['cdn-url'] };
}

await runProgram(HELP, async () => {
  const { checks, json, ...where } = readOptions();
  const { subject, close } = await openSubject({
    ...where,
    connectTo: process.env.AWS_ENDPOINT_URL,
  });
  const onInterrupt = () => void close().finally(() => process.exit(EXIT_CODES.interrupted.code));
  process.once('SIGINT', onInterrupt);
  try {
    await printResults(checks, subject, { json, head: { stack: where.stack } });
  } finally {
    process.off('SIGINT', onInterrupt);
    await close();
  }
});
