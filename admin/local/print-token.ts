/**
 * `npm run --silent token -- --data DIR --email someone@example.com`: prints an access token of the
 * local service, good for an hour, and nothing else.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../../cli/command-error.ts';
import { databasePath } from '../../local/data-folder/data-paths.ts';
import { issueToken } from '../../local/identity-provider/issue-token.ts';
import { DATA_OPTION, dataDirOf, STACK_OPTION } from '../program-options.ts';
import { runProgram, usageOf } from '../run-program.ts';

const OPTIONS = {
  email: {
    type: 'string',
    value: 'ADDRESS',
    meaning: 'The e-mail address of the user, who need not have signed in before.',
  },
  data: DATA_OPTION,
  stack: { ...STACK_OPTION, meaning: 'Not supported: a stack has its own token issuer.' },
} as const;
const HELP = {
  usage: 'npm run --silent token -- --email ADDRESS [--data DIR]',
  summary: 'Prints an access token of the local service, valid for an hour, and nothing else.',
  options: OPTIONS,
  examples: ['TOKEN=$(npm run --silent token -- --email someone@example.com)'],
} as const;

await runProgram(HELP, async () => {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.stack !== undefined) {
    const message = 'The tokens of a deployed stack come from its token issuer.';
    throw new CommandError('usage', message, 'Sign in: npx imagewell login --url BASE_URL');
  }
  if (!values.email)
    throw new CommandError('usage', 'No e-mail address is given; use --email.', usageOf(HELP));
  const dataDir = resolve(dataDirOf(values));
  if (!existsSync(databasePath(dataDir))) {
    throw new CommandError(
      'notFound',
      `${dataDirOf(values)} has no project yet; run npx imagewell start first`,
    );
  }
  console.log(await issueToken(dataDir, values.email));
});
