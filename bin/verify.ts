/**
 * `npm run verify -- --stack NAME [--only a,b] [--json]`: proves a deployed stack from outside, on
 * the account that it is deployed to, and cleans up. Exit codes as those of the command line: 0
 * passed, 1 a check failed, 2 usage, 3 credentials.
 */
import { parseArgs } from 'node:util';
import { printResults } from '../admin/checks/print-results.ts';
import { selectChecks } from '../admin/checks/select-checks.ts';
import { runProgram } from '../admin/run-program.ts';
import { VERIFY_CHECKS } from '../admin/verify/checks.ts';
import { openSubject } from '../admin/verify/open-subject.ts';
import { CommandError } from '../cli/command-error.ts';
import { EXIT_CODES } from '../cli/exit-codes.ts';

const USAGE = `usage: npm run verify -- --stack NAME [--only NAME,NAME] [--base-url URL] [--cdn-url URL] [--json]
checks: ${VERIFY_CHECKS.map(({ name }) => name).join(', ')}`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      stack: { type: 'string' },
      only: { type: 'string' },
      'base-url': { type: 'string' },
      'cdn-url': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { stack, only, json, help } = values;
  if (help) return undefined;
  if (!stack) throw new CommandError('usage', '--stack is required', USAGE);
  const checks = selectChecks(VERIFY_CHECKS, only);
  return { stack, checks, json, baseUrl: values['base-url'], cdnUrl: values['cdn-url'] };
}

await runProgram(USAGE, async () => {
  const options = readOptions();
  if (!options) return console.log(USAGE);
  const { checks, json, ...where } = options;
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
