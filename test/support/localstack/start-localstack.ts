import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { InstalledLocalstack } from './install-localstack.ts';

export interface RunningLocalstack {
  readonly endpoint: string;
  /** Ends it and all processes that it started; its state is lost. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly port: number;
  /** The file that its log is added to. */
  readonly logPath: string;
  /** Its further settings. */
  readonly environment: Readonly<Record<string, string>>;
}

const LAUNCH = join(import.meta.dirname, 'host/launch.py');
/** A start took 3 s, 8 s on a busy machine. */
const START_MS = 120_000;
const GIVE_UP_MS = 10_000;

async function untilReady(endpoint: string, child: ChildProcess, logPath: string): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end && child.exitCode === null && child.signalCode === null) {
    const isUp = await fetch(`${endpoint}/_localstack/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await delay(200);
  }
  throw new Error(`LocalStack did not start; see ${logPath}`);
}

/** To the whole group: LocalStack starts Java, Kinesis and a process for each function. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts it on a port of the loopback interface. */
export async function startLocalstack(
  { python, rootDir, jarsDir, cacheDir }: InstalledLocalstack,
  { port, logPath, environment }: StartOptions,
): Promise<RunningLocalstack> {
  const endpoint = `http://127.0.0.1:${port}`;
  // functions are unpacked here: below our own folder they would find our own node_modules
  const tmpDir = await mkdtemp(join(tmpdir(), 'imagewell-localstack-'));
  const log = openSync(logPath, 'a');
  const child = spawn(python, [LAUNCH], {
    cwd: tmpDir,
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...environment,
      PATH: process.env.PATH,
      HOME: tmpDir,
      TMPDIR: tmpDir,
      XDG_CACHE_HOME: cacheDir,
      FILESYSTEM_ROOT: rootDir,
      GATEWAY_LISTEN: `127.0.0.1:${port}`,
      OVERRIDE_IN_DOCKER: '0', // in any container it would take its own image's folders
      DNS_ADDRESS: '0', // no server for names
      SKIP_SSL_CERT_DOWNLOAD: '1',
      DISABLE_EVENTS: '1', // tells its makers nothing
      IMAGEWELL_NODE: process.execPath,
      IMAGEWELL_JAVA: 'java',
      IMAGEWELL_DYNAMODB_JARS: jarsDir,
    },
  });
  const ended = new Promise((done) => child.once('exit', done));
  // in its own group it would outlive who started it
  const kill = () => signalGroup(child, 'SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    signalGroup(child, 'SIGTERM');
    await Promise.race([ended, delay(GIVE_UP_MS)]);
    kill();
    process.off('exit', kill);
    await ended;
    await rm(tmpDir, { recursive: true, force: true, maxRetries: 5 });
  };
  await untilReady(endpoint, child, logPath).catch(async (error: Error) => {
    await stop();
    throw error;
  });
  return { endpoint, stop };
}
