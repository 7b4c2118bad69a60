/**
 * `npm run localstack -- try`: LocalStack's own code on this machine, without Docker. It runs the
 * deploy and the edge of localstack-compose.yml in the environment of that file. The end-to-end
 * tests run against the deployed stack. A deploy over the existing stack follows, and one after
 * LocalStack has lost everything. Needs Python 3.11, Java 17 and Maven; ends with a message if one
 * is missing.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findService, namesInDocker, readCompose } from '../test/support/compose/docker-model.ts';
import { startIssuer, type TestIssuer } from '../test/support/identity/issuer.ts';
import {
  findMissing,
  type InstalledLocalstack,
  installLocalstack,
} from '../test/support/localstack/install-localstack.ts';
import { startLocalstack } from '../test/support/localstack/start-localstack.ts';
import { run as runQuietly } from '../test/support/service/python-tools.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WORK_DIR = join(ROOT, '.cloud/localstack-host');
const DEPLOYED_DIR = join(ROOT, '.cloud/localstack');
const CREDENTIALS = join(DEPLOYED_DIR, 'credentials.json');
const LOG = join(ROOT, '.cloud/localstack-host.log');
const HOST = join(ROOT, 'test/support/localstack/host');
const NAMES = join(ROOT, 'test/support/localstack/docker-names.ts');
const FENCED = '--fenced';
const STACK = 'imagewell';

/** Handed on to the process in the network of its own. */
const startedAt = Number(process.env.IMAGEWELL_STARTED_AT ?? Date.now());
process.env.IMAGEWELL_STARTED_AT = String(startedAt);
const compose = readCompose(join(ROOT, 'localstack-compose.yml'));

/**
 * A process of ours as a service of the compose file: its environment, and the names that its
 * container could resolve.
 */
function environmentOf(service: string): NodeJS.ProcessEnv {
  const { environment } = findService(compose, service);
  const hook = `--import=${NAMES}`;
  const dns = { DOCKER_NAMES: namesInDocker(compose).join(','), NODE_OPTIONS: hook };
  return { ...process.env, ...environment, ...dns };
}

async function run(command: string, args: readonly string[], env = process.env): Promise<void> {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const kill = () => void child.kill();
  process.once('exit', kill);
  const [code] = (await once(child, 'close')) as [number | null];
  process.off('exit', kill);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}

function startEdge(): ChildProcess {
  const args = ['scripts/localstack.ts', 'edge'];
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: environmentOf('edge'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function stopEdge(edge: ChildProcess): Promise<void> {
  if (edge.exitCode !== null || edge.signalCode !== null) return;
  const ended = once(edge, 'exit');
  edge.kill('SIGTERM');
  await ended;
}

/** Settings that the end-to-end tests need and a trial doesn't: events, and an issuer for tests. */
function settingsOf({ url, keysUrl, audience, userInfoUrl }: TestIssuer): string[] {
  const signIn = [`tokenIssuer=${url}`, `tokenKeysUrl=${keysUrl}`, `tokenAudiences=${audience}`];
  const all = ['events=on', ...signIn, `tokenUserInfoUrl=${userInfoUrl}`];
  return all.flatMap((setting) => ['-c', setting]);
}

const deploy = (settings: readonly string[]) =>
  run(
    'npm',
    ['run', '--silent', 'localstack', '--', 'deploy', ...settings],
    environmentOf('deploy'),
  );

async function projectOf(): Promise<string> {
  return JSON.parse(await readFile(CREDENTIALS, 'utf8')).projectId;
}

function step(name: string): void {
  console.log(`== ${name} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
}

async function testEndToEnd(issuer: TestIssuer): Promise<void> {
  const env = {
    ...process.env,
    ...findService(compose, 'deploy').environment,
    IMAGEWELL_CREDENTIALS: CREDENTIALS,
    IMAGEWELL_CDN: 'keeps-nothing',
    IMAGEWELL_OPERATOR: `--stack ${STACK}`,
    IMAGEWELL_ISSUER: issuer.url,
    IMAGEWELL_EMULATOR: 'localstack',
  };
  await run('vitest', ['run', '--project', 'e2e', ...process.argv.slice(3)], env);
}

async function testLocalstack(installed: InstalledLocalstack): Promise<void> {
  await rm(DEPLOYED_DIR, { recursive: true, force: true });
  await rm(LOG, { force: true });
  const port = Number(new URL(String(environmentOf('deploy').AWS_ENDPOINT_URL)).port);
  const start = () =>
    startLocalstack(installed, {
      port,
      logPath: LOG,
      environment: findService(compose, 'localstack').environment,
    });
  const issuer = await startIssuer();
  const settings = settingsOf(issuer);
  let localstack = await start();
  const edge = startEdge(); // before the deploy, for which it waits
  try {
    step('the deploy of the compose file');
    await deploy(settings);
    const project = await projectOf();
    step('the end-to-end tests');
    await testEndToEnd(issuer);
    step('a deploy over what is there');
    await deploy(settings);
    if ((await projectOf()) !== project) throw new Error('the project was not kept');
    step('a deploy after LocalStack has lost everything');
    await localstack.stop();
    localstack = await start();
    await deploy(settings);
    if ((await projectOf()) === project) throw new Error('the keys are those of a lost project');
    step('done');
  } finally {
    await stopEdge(edge);
    await localstack.stop();
    await issuer.stop();
  }
}

/**
 * Again in its own network that ends at this machine: DynamoDB Local and what stands for
 * Kinesis listen on every interface.
 */
async function runFenced(): Promise<void> {
  const unshare = ['--user', '--map-root-user', '--net'];
  const isThere = (await runQuietly('unshare', [...unshare, 'true'], {})).code === 0;
  const again = [...process.execArgv, import.meta.filename, FENCED, ...process.argv.slice(2)];
  if (isThere) {
    const raise = ['python3', join(HOST, 'raise-loopback.py')];
    return run('unshare', [...unshare, ...raise, process.execPath, ...again]);
  }
  console.warn('no network of its own (unshare): DynamoDB Local and Kinesis listen everywhere');
  return run(process.execPath, again);
}

async function main(): Promise<void> {
  if (process.argv[2] === FENCED) return testLocalstack(await installLocalstack(WORK_DIR));
  const missing = await findMissing();
  if (missing) {
    console.log(`skipped: LocalStack can't run here, ${missing}`);
    return undefined;
  }
  await mkdir(join(ROOT, '.cloud'), { recursive: true });
  step('installing');
  await installLocalstack(WORK_DIR);
  await run('npm', ['run', '--silent', 'build:layer', '--', '--cpu', 'x64']);
  return runFenced();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main().catch((error: Error) => {
  console.error(`localstack: ${error.message}`);
  process.exitCode = 1;
});
