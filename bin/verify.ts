/**
 * `npm run verify -- --stack NAME [--only a,b] [--json]`: proves a deployed stack from outside, on the account that it is
 * deployed to, and cleans up. Exit codes as those of the command line: 0 passed, 1 a check failed, 2 usage, 3 credentials.
 */
import { parseArgs } from 'node:util';
import { CommandError } from '../cli/command-error.ts';
import { describeError, exitCodeOf } from '../cli/output/describe-error.ts';
import { explainFault } from './operator/admin/explain-fault.ts';
import { describeResult, describeSum } from './operator/checks/print-results.ts';
import { runChecks, selectChecks } from './operator/checks/run-checks.ts';
import { VERIFY_CHECKS } from './operator/verify/checks.ts';
import { openSubject } from './operator/verify/open-subject.ts';

const USAGE = `usage: npm run verify -- --stack NAME [--only NAME,NAME] [--base-url URL] [--cdn-url URL] [--json]
checks: ${VERIFY_CHECKS.map(({ name }) => name).join(', ')}`;

function readOptions() {
  try {
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
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    if (!values.stack) throw new Error('--stack is missing.');
    const names = values.only?.split(',').filter(Boolean);
    return {
      ...values,
      stack: values.stack,
      checks: names ? selectChecks(VERIFY_CHECKS, names) : VERIFY_CHECKS,
    };
  } catch (error) {
    throw new CommandError('usage', (error as Error).message, USAGE);
  }
}

async function verify(): Promise<void> {
  const { stack, checks, json, ...urls } = readOptions();
  const { subject, close } = await openSubject({
    stack,
    baseUrl: urls['base-url'],
    cdnUrl: urls['cdn-url'],
    connectTo: process.env.AWS_ENDPOINT_URL,
  });
  const onInterrupt = () => void close().finally(() => process.exit(130));
  process.once('SIGINT', onInterrupt);
  try {
    const results = await runChecks(checks, subject, {
      now: () => performance.now(),
      onResult: (result) => json || console.log(describeResult(result)),
    });
    if (json) console.log(JSON.stringify({ stack, results }, null, 2));
    else console.log(`\n${describeSum(results)}`);
    if (results.some(({ state }) => state === 'failed')) process.exitCode = 1;
  } finally {
    process.off('SIGINT', onInterrupt);
    await close();
  }
}

await verify().catch((error: unknown) => {
  const explained = explainFault(error);
  console.error(describeError(explained, process.stderr));
  process.exitCode = exitCodeOf(explained);
});
