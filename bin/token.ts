/** `npm run --silent token -- --data DIR --email someone@example.com`: prints an access token of the local service, good for an hour, and nothing else. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { issueToken } from '../local/sign-in/issue-token.ts';

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: process.env.DATA_DIR ?? '.data' },
      email: { type: 'string' },
    },
  });
  if (!values.email) throw new Error('whose? --email someone@example.com');
  console.log(await issueToken(resolve(values.data), values.email));
}

await run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
