import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installPythonTools } from '../service/python-tools.ts';
import { freePort } from '../service/start-service.ts';

/** AWS on this machine, on the loopback interface. */
export interface Ministack {
  readonly endpoint: string;
  /** The environment variables that the AWS SDK and the CDK need. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const START_MS = 30_000;

async function untilReady(endpoint: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end && child.exitCode === null) {
    const isUp = await fetch(`${endpoint}/_ministack/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await delay(100);
  }
  throw new Error('ministack did not start; see ministack.log');
}

/**
 * Starts ministack below `workDir` (installed there on the first use); its log is `ministack.log`
 * there.
 */
export async function startMinistack(workDir: string): Promise<Ministack> {
  await mkdir(workDir, { recursive: true });
  const programs = await installPythonTools(workDir, REQUIREMENTS);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(join(programs, 'ministack'), {
    cwd: workDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      GATEWAY_PORT: String(port),
      BIND_HOST: '127.0.0.1',
      IOT_MTLS_ENABLED: '0',
      LAMBDA_EXECUTOR: 'local',
    },
  });
  const log = createWriteStream(join(workDir, 'ministack.log'));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  await untilReady(endpoint, child);
  const ended = new Promise((done) => child.once('exit', done));
  const env = {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([ended, delay(5_000).then(() => child.kill('SIGKILL'))]);
    log.end();
  };
  return { endpoint, env, stop };
}
