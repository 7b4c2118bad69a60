import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { START_COMMAND } from './tested-command.ts';

export interface StartedService extends Credentials {
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** All that it has printed. */
  output(): string;
  /** Ends it by a signal and waits until its output is over, too; answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const ROOT = resolve(import.meta.dirname, '../../..');
/** A bound against a hang: a machine may be busy. */
const READY_MS = 120_000;

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}

/** Its own folder for one test, and its removal. */
export async function makeDataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'imagewell-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

const MAX_TRIES = 5;

/**
 * Starts the service as `npm start` does and waits for its banner. A port that another process took
 * meanwhile is exchanged for another one, unless the test names its own.
 */
export function startService(dataDir: string, ...options: string[]): Promise<StartedService> {
  return startServiceWith({}, dataDir, ...options);
}

/** The same, with further variables in its environment. */
export async function startServiceWith(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  ...options: string[]
): Promise<StartedService> {
  for (let tried = 1; ; tried += 1) {
    const port = await freePort();
    try {
      return await startOnPort(port, env, dataDir, options);
    } catch (error) {
      const isTaken = String(error).includes(`port ${port} is in use`);
      if (!isTaken || options.includes('--port') || tried === MAX_TRIES) throw error;
    }
  }
}

async function startOnPort(
  port: number,
  env: NodeJS.ProcessEnv,
  dataDir: string,
  options: readonly string[],
): Promise<StartedService> {
  const args = [...START_COMMAND, '--port', String(port), '--data', dataDir, ...options];
  const node = process.execPath;
  const child = spawn(node, [...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // joined on demand: a text that grows by each line is copied whole for every search in it
  const pieces: string[] = [];
  const printed = () => pieces.join('');
  let isReady = false;
  const exited = new Promise<number | null>((done) => child.once('close', done));
  await new Promise<void>((ready, fail) => {
    const timer = setTimeout(() => fail(new Error(`not ready: ${printed()}`)), READY_MS);
    const hear = (chunk: Buffer) => {
      pieces.push(chunk.toString());
      if (isReady || !printed().includes('imagewell is ready.')) return;
      isReady = true;
      clearTimeout(timer);
      ready();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void exited.then((code) => {
      clearTimeout(timer);
      fail(new Error(`ended with ${code}: ${printed()}`));
    });
  });
  const credentials = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'));
  return {
    ...(credentials as Credentials),
    child,
    dataDir,
    output: printed,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}
