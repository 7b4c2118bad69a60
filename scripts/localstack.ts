/**
 * `npm run localstack -- deploy [-c name=value …]`, `edge` and `test`: the stack on a LocalStack at
 * AWS_ENDPOINT_URL (by default 127.0.0.1:4566), and our edge before its delivery function. `up` and
 * `down` start and remove the containers of localstack-compose.yml; `try` needs no Docker.
 * Credentials and outputs are kept in .cloud/localstack. A second deploy updates the stack, or
 * creates it again if LocalStack has lost it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startStandaloneEdge } from '../local/cloudfront/standalone-edge.ts';
import type { Credentials } from '../local/data-folder/data-folder.ts';
import { runChosen } from './run-chosen.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WORK_DIR = join(ROOT, '.cloud/localstack');
/** Written last: an edge that finds it finds all that it says. */
const OUTPUTS = join(WORK_DIR, 'outputs.json');
const CREDENTIALS = join(WORK_DIR, 'credentials.json');
const STACK = 'imagewell';
const EDGE_PORT = 8081;
/**
 * By address and not by name: the CDK puts a bucket's name before a host's, which no container's
 * DNS knows. In the compose file it is the same address inside and outside.
 */
const endpoint = process.env.AWS_ENDPOINT_URL ?? 'http://127.0.0.1:4566';
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
/** The output of a command of `imagewell admin`. */
const ask = (...args: string[]) =>
  execFileSync(process.execPath, ['bin/cli.ts', 'admin', ...args, '--stack', STACK, '--json'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).toString();

/** The IDs of the projects, which are printed as a JSON object a line. */
const listProjectIds = (): string[] =>
  ask('projects', 'list')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).projectId);

function readJson<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

/**
 * The keys of a deploy before this one where their project is still there, else those of a new
 * project.
 */
function findOrMakeProject(): Partial<Credentials> & { readonly projectId: string } {
  const projects = listProjectIds();
  const known = readJson<Credentials & { projectId: string }>(CREDENTIALS);
  if (known && projects.includes(known.projectId)) return known;
  // a trial costs nothing: the end-to-end tests save more than a free plan has
  if (projects.length === 0) return JSON.parse(ask('bootstrap', '--plan', 'unlimited'));
  return JSON.parse(ask('projects', 'create', '--plan', 'unlimited'));
}

/** Where LocalStack has the API for those who don't know its names. */
function localBaseUrl(baseUrl: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  return `${endpoint}/_aws/execute-api/${hostname.split('.')[0]}${pathname}`;
}

/** `settings` as the CDK takes them: `-c name=value` each. */
function deploy(settings: readonly string[]): void {
  mkdirSync(WORK_DIR, { recursive: true });
  rmSync(OUTPUTS, { force: true });
  show('npm', 'run', '--silent', 'build:layer', '--', '--cpu', 'x64'); // as lib/target.ts says
  const own = ['-c', 'target=localstack', '-c', `cdnUrl=http://localhost:${EDGE_PORT}`];
  const context = [...own, ...settings];
  show('cdklocal', 'bootstrap', '--output', join(WORK_DIR, 'bootstrap.out'), ...context);
  const createdPath = join(WORK_DIR, 'made.json');
  const how = ['--require-approval', 'never', '--output', join(WORK_DIR, 'cdk.out')];
  show('cdklocal', 'deploy', STACK, ...how, '--outputs-file', createdPath, ...context);
  const { [STACK]: outputs = {} } =
    readJson<Record<string, Record<string, string>>>(createdPath) ?? {};
  const { BaseUrl = '', CdnUrl } = outputs;
  const baseUrl = localBaseUrl(BaseUrl);
  const credentials = { ...findOrMakeProject(), baseUrl, cdnUrl: CdnUrl };
  writeFileSync(CREDENTIALS, JSON.stringify(credentials, null, 2), { mode: 0o600 });
  writeFileSync(createdPath, JSON.stringify(outputs, null, 2));
  renameSync(createdPath, OUTPUTS);
  console.log(`API ${baseUrl}\nCDN ${CdnUrl}\ncredentials ${CREDENTIALS}`);
}

/** The renderer's address, as soon as there is a deploy that is done. */
async function untilDeployed(): Promise<string> {
  let isReported = false;
  for (;;) {
    const url = readJson<Record<string, string>>(OUTPUTS)?.RenderUrl;
    if (url) return url.replace(/\/$/, '');
    if (!isReported) console.log('waiting for npm run localstack -- deploy');
    isReported = true;
    await delay(500);
  }
}

async function startEdge(): Promise<void> {
  const url = await untilDeployed();
  await startStandaloneEdge({
    root: ROOT,
    port: EDGE_PORT,
    host: process.env.EDGE_HOST ?? '127.0.0.1',
    cdnUrl: `http://localhost:${EDGE_PORT}`,
    origin: { url, connectTo: endpoint },
    onRequest: ({ method, status, ms }) => console.log(`${status} ${method} ${ms.toFixed(1)} ms`),
    log: (line) => console.error(line),
  });
  console.log(`CDN http://localhost:${EDGE_PORT}`);
}

/** The end-to-end tests against the deploy; here and not in package.json, for cmd.exe. */
function test(args: readonly string[]): void {
  const ofTests = {
    IMAGEWELL_EMULATOR: 'localstack',
    IMAGEWELL_CREDENTIALS: '.cloud/localstack/credentials.json',
    IMAGEWELL_CDN: 'keeps-nothing',
  };
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'e2e', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...ofTests },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

const compose = (...args: string[]) =>
  show('docker', 'compose', '--file', 'localstack-compose.yml', ...args);

await runChosen('localstack', {
  up: async () => compose('up', '--detach'),
  deploy: async () => deploy(process.argv.slice(2)),
  edge: startEdge,
  test: async () => test(process.argv.slice(2)),
  down: async () => compose('down', '--volumes'),
  try: () => import('./test-localstack.ts'),
});
