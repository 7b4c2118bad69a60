/**
 * `npm run test:cloud`: AWS on this machine (ministack), a real bootstrap and deploy of the whole stack into it, the journeys against what was
 * deployed, then the contract suites of the AWS adapters. Needs Python 3.11; no Docker and no account.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { forwardToHost } from '../test/support/cloud/forward-to-host.ts';
import { startMinistack } from '../test/support/cloud/ministack.ts';
import { freePort } from '../test/support/start-service.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WORK_DIR = join(ROOT, '.cloud');
const STACK = 'imagewell-prod';

let env: NodeJS.ProcessEnv = process.env;

/** Runs a program to its end; throws where it fails. */
function run(command: string, ...args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, env, stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/** What a program prints. */
function ask(command: string, ...args: string[]): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const { status, stdout } = spawnSync(command, args, { cwd: ROOT, env, stdio: [...stdio] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
  return stdout.toString();
}

interface Deployed {
  readonly distributionDomain: string;
  readonly baseUrl: string;
}

/** API Gateway's address as ministack serves it: names below amazonaws.com lead elsewhere from here. */
function localBaseUrl(endpoint: string, baseUrl: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  return `${endpoint}/restapis/${hostname.split('.')[0]}${pathname}/_user_request_`;
}

async function deploy(endpoint: string, cdnUrl: string): Promise<Deployed> {
  const context = ['-c', 'target=ministack', '-c', `cdnUrl=${cdnUrl}`];
  run('npm', 'run', '--silent', 'build:layer', '--', '--cpu', 'x64');
  run('cdklocal', 'bootstrap', '--output', join(WORK_DIR, 'bootstrap.out'), ...context);
  const outputs = join(WORK_DIR, 'outputs.json');
  const how = ['--require-approval', 'never', '--output', join(WORK_DIR, 'cdk.out')];
  run('cdklocal', 'deploy', STACK, ...how, '--outputs-file', outputs, ...context);
  const { DistributionDomain, BaseUrl } = JSON.parse(await readFile(outputs, 'utf8'))[STACK];
  return {
    distributionDomain: DistributionDomain,
    baseUrl: localBaseUrl(endpoint, BaseUrl),
  };
}

async function testCloud(): Promise<void> {
  await mkdir(WORK_DIR, { recursive: true });
  const ministack = await startMinistack(WORK_DIR);
  env = { ...process.env, ...ministack.env };
  const cdnPort = await freePort();
  const cdnUrl = `http://127.0.0.1:${cdnPort}`;
  try {
    const { distributionDomain, baseUrl } = await deploy(ministack.endpoint, cdnUrl);
    const forwarder = await forwardToHost(cdnPort, ministack.endpoint, distributionDomain);
    const credentials = join(WORK_DIR, 'credentials.json');
    const bootstrap = ['run', '--silent', 'bootstrap', '--', '--stack', STACK];
    const made = JSON.parse(ask('npm', ...bootstrap, '--plan', 'unlimited'));
    await writeFile(credentials, JSON.stringify({ ...made, baseUrl }), { mode: 0o600 });
    env = { ...env, IMAGEWELL_CREDENTIALS: credentials };
    try {
      run('vitest', 'run', '--project', 'journeys');
      run('vitest', 'run', '--config', 'vitest.cloud.config.ts');
    } finally {
      forwarder.close();
      forwarder.closeAllConnections();
    }
  } finally {
    await ministack.stop();
  }
}

await testCloud().catch((error: Error) => {
  console.error(`test:cloud: ${error.message}`);
  process.exitCode = 1;
});
