/**
 * `npm run --silent token -- --data DIR --email someone@example.com`: prints an access token of the
 * local service, good for an hour, and nothing else.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runProgram } from '../admin/run-program.ts';
import { CommandError } from '../cli/command-error.ts';
import { databasePath } from '../local/data-folder/data-paths.ts';
import { issueToken } from '../local/identity-provider/issue-token.ts';

const USAGE = 'usage: npm run --silent token -- --email someone@example.com [--data DIR]';

await runProgram(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: process.env.DATA_DIR ?? '.data' },
      email: { type: 'string' },
      stack: { type: 'string' },
    },
  });
  if (values.stack !== undefined) {
    const message = 'The tokens of a deployed stack come from its token issuer.';
    throw new CommandError('usage', message, 'Sign in: npx imagewell login --url BASE_URL');
  }
  if (!values.email)
    throw new CommandError('usage', 'No e-mail address is given; use --email.', USAGE);
  const dataDir = resolve(values.data);
  if (!existsSync(databasePath(dataDir))) {
    throw new CommandError('notFound', `${values.data} has no project yet; run npm start first`);
  }
  console.log(await issueToken(dataDir, values.email));
});
