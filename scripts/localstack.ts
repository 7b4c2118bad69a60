/**
 * `npm run localstack:deploy` and `localstack:edge`: the stack on a LocalStack that AWS_ENDPOINT_URL names (localhost:4566 unless it is given), and our edge
 * before its delivery function. Credentials and outputs are kept in .cloud/localstack.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startStandaloneEdge } from '../local/standalone-edge.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WORK_DIR = join(ROOT, '.cloud/localstack');
const OUTPUTS = join(WORK_DIR, 'outputs.json');
const CREDENTIALS = join(WORK_DIR, 'credentials.json');
const STACK = 'imagewell';
const EDGE_PORT = 8081;
const endpoint = process.env.AWS_ENDPOINT_URL ?? 'http://localhost:4566';
/** LocalStack as those see it who call the service, not the container that deploys it. */
const PUBLIC_ENDPOINT = 'http://localhost:4566';
const env = {
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  ...process.env,
  AWS_ENDPOINT_URL: endpoint,
  AWS_ENDPOINT_URL_S3: endpoint,
};

const show = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: ROOT, env, stdio: 'inherit' });
const readOutputs = (): Record<string, string> => JSON.parse(readFileSync(OUTPUTS, 'utf8'))[STACK];

function deploy(): void {
  mkdirSync(WORK_DIR, { recursive: true });
  show('npm', 'run', '--silent', 'build:layer', '--', '--cpu', 'x64'); // as lib/target.ts says
  const context = ['-c', 'target=localstack', '-c', `cdnUrl=http://localhost:${EDGE_PORT}`];
  show('cdklocal', 'bootstrap', ...context);
  const how = ['--require-approval', 'never', '--outputs-file', OUTPUTS];
  show('cdklocal', 'deploy', STACK, ...how, ...context);
  const bootstrap = ['run', '--silent', 'bootstrap', '--', '--stack', STACK];
  const made = JSON.parse(execFileSync('npm', bootstrap, { cwd: ROOT, env }).toString());
  const { hostname, pathname } = new URL(made.baseUrl);
  const baseUrl = `${PUBLIC_ENDPOINT}/restapis/${hostname.split('.')[0]}${pathname}/_user_request_`;
  writeFileSync(CREDENTIALS, JSON.stringify({ ...made, baseUrl }, null, 2), { mode: 0o600 });
  console.log(`API ${baseUrl}\nCDN ${made.cdnUrl}\ncredentials ${CREDENTIALS}`);
}

async function startEdge(): Promise<void> {
  const url = readOutputs().RenderUrl?.replace(/\/$/, '');
  if (!url) throw new Error('nothing is deployed: npm run localstack:deploy');
  await startStandaloneEdge({
    ...{ root: ROOT, port: EDGE_PORT, host: process.env.EDGE_HOST ?? '127.0.0.1' },
    origin: { url, connectTo: endpoint },
    onRequest: ({ method, status, ms }) => console.log(`${status} ${method} ${ms.toFixed(1)} ms`),
    log: (line) => console.error(line),
  });
  console.log(`CDN http://localhost:${EDGE_PORT}`);
}

if (process.argv[2] === 'deploy') deploy();
else if (process.argv[2] === 'edge') await startEdge();
else throw new Error('deploy or edge?');
