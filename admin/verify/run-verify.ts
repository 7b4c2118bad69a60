/**
 * `npm run verify -- --stack NAME [--only a,b] [--json]`: proves a deployed stack from outside, on
 * the account that it is deployed to, and cleans up. Exit codes as those of the command line: 0
 * passed, 1 a check failed, 2 usage, 3 credentials.
 */
import { parseArgs } from 'node:util';
import { CommandError } from '../../cli/command-error.ts';
import { JSON_OPTION, ONLY_OPTION, STACK_OPTION } from '../program-options.ts';
import { runProgram, usageOf } from '../run-program.ts';
import { VERIFY_CHECKS } from './checks.ts';
import { verifyStack } from './verify-stack.ts';

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
  return { stack, only, json, baseUrl: values['base-url'], cdnUrl: values['cdn-url'] };
}

await runProgram(HELP, async () => void (await verifyStack(readOptions())));
