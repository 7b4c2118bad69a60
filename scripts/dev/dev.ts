import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/support/service/start-service.ts';
import { startConsoleServer } from '../build-console.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** The rooms whose code the service runs; Vite watches those of the console. */
const WATCHED = ['adapters', 'admin', 'bin', 'cli', 'core', 'lambdas', 'local', 'settings', 'site'];
/** An editor writes a file in several steps. */
const QUIET_MS = 50;
/** A connection that stays open would hold a service that ends; nothing acknowledged is lost. */
const STOP_MS = 500;

const isSource = (name: string | null) => name !== null && /\.(ts|json)$/.test(name);

function start(args: readonly string[], consolePort: number): ChildProcess {
  const isInspected = args.includes('--inspect');
  const options = args.filter((arg) => arg !== '--inspect');
  const flags = isInspected ? ['--inspect'] : [];
  const program = join(ROOT, 'scripts/dev/start-with-console.ts');
  return spawn(process.execPath, [...flags, program, ...options], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, IMAGEWELL_DEV_CONSOLE: `http://127.0.0.1:${consolePort}` },
  });
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const exited = once(service, 'exit');
  service.kill('SIGTERM');
  const isLate = await Promise.race([exited.then(() => false), delay(STOP_MS).then(() => true)]);
  if (isLate) service.kill('SIGKILL');
  await exited;
}

/**
 * Runs the service until SIGINT or SIGTERM, and starts it again after each change of its sources. A
 * service that ends with a fault stays ended until the next change.
 */
export async function dev(args: readonly string[]): Promise<void> {
  const consolePort = await freePort();
  await startConsoleServer(consolePort);
  process.removeAllListeners('SIGTERM'); // Vite's would end this process before its service
  let service = start(args, consolePort);
  let changed = Promise.withResolvers<string>();
  for (const room of WATCHED) {
    watch(join(ROOT, room), { recursive: true }, (_, name) => {
      if (isSource(name)) changed.resolve(join(room, String(name)));
    });
  }
  const ended = Promise.withResolvers<undefined>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => ended.resolve(undefined));
  }
  for (;;) {
    const path = await Promise.race([changed.promise, ended.promise]);
    if (path === undefined) break;
    await delay(QUIET_MS);
    changed = Promise.withResolvers();
    console.log(`${path} has changed: the service starts again`);
    await stop(service);
    service = start(args, consolePort);
  }
  await stop(service);
  process.exit();
}
