import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { EXIT_CODES } from '../../../cli/exit-codes.ts';
import { commandLine } from '../cli/support/command-line.ts';

it('verify of a stack without credentials says the next step, as the commands of admin do', async () => {
  const nowhere = { AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' };
  const quick = { AWS_EC2_METADATA_DISABLED: 'true', AWS_MAX_ATTEMPTS: '1' };
  const endpoint = { AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };
  const run = commandLine(tmpdir(), { ...nowhere, ...quick, ...endpoint });
  const { code, stderr } = await run(['verify', '--stack', 'imagewell']);
  expect(stderr).toContain('Sign in to AWS first');
  expect(code).toBe(EXIT_CODES.credentials.code);
});
