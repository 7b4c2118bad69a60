import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort, makeDataFolder } from '../../../support/service/start-service.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const WAIT = { timeout: 60_000, interval: 50 };
/** Longer than three looks at npm. */
const LONG_MS = 3_500;

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let port: number;
const pids: number[] = [];

beforeEach(async () => {
  folder = await makeDataFolder();
  port = await freePort();
});
afterEach(async () => {
  for (const pid of pids.splice(0)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  }
  await folder.remove();
});

function spawnGroup(command: string, args: readonly string[], env = {}): ChildProcess {
  return spawn(command, [...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    detached: true,
    stdio: 'ignore',
  });
}

function startArgs(): string[] {
  return ['--port', String(port), '--data', folder.path];
}

/** The Node that was started on the data folder: the service itself, and not npm or its shell. */
async function findService(): Promise<number | undefined> {
  for (const name of await readdir('/proc')) {
    const text =
      /^\d+$/.test(name) && (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''));
    const [program = '', ...args] = text ? text.split('\0') : [];
    const isStart = args.includes('bin/start.ts') && args.includes(folder.path);
    if (isStart && basename(program) === 'node' && !args.includes('-e')) return Number(name);
  }
  return undefined;
}

async function servicePid(): Promise<number> {
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(isUp, WAIT).toBe(200);
  const pid = (await findService()) ?? 0;
  expect(pid).toBeGreaterThan(0);
  pids.push(pid);
  return pid;
}

/** A process that has ended runs no more, even before its parent reaps it. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tZ');
  return !/^State:\s+[ZX]/m.test(status);
}

it.each([
  ['SIGTERM', 'npm alone', 1],
  ['SIGKILL', 'npm alone', 1],
  ['SIGTERM', 'the whole group', -1],
  ['SIGINT', 'the whole group', -1],
] as const)(
  '%s for %s ends the service that npm started, with its port and folder (local.ends-with-npm)',
  async (signal, _, sign) => {
    const npm = spawnGroup('npm', ['start', '--', ...startArgs()]);
    const pid = await servicePid();
    process.kill(sign * (npm.pid ?? 0), signal);
    await expect.poll(() => isRunning(pid), WAIT).toBe(false);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  },
);

it('a service of `nohup npm start` lives on when its shell is closed, and ends with npm (local.ends-with-npm)', async () => {
  const args = startArgs().join(' ');
  const shell = spawnGroup('sh', [
    '-c',
    `nohup npm start -- ${args} & echo $! > ${folder.path}/npm; wait`,
  ]);
  const pid = await servicePid();
  shell.kill('SIGKILL');
  await once(shell, 'exit');
  await sleep(LONG_MS);
  expect(await servicePid()).toBe(pid);
  process.kill(Number(await readFile(`${folder.path}/npm`, 'utf8')), 'SIGKILL');
  await expect.poll(() => isRunning(pid), WAIT).toBe(false);
});

it('a service of a supervisor is left alone when that dies, though npm started the supervisor (local.ends-with-npm)', async () => {
  const supervise = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { detached: true, stdio: 'ignore' }); setInterval(() => {}, 1000)`;
  const supervisor = spawnGroup(
    process.execPath,
    ['-e', supervise, 'bin/start.ts', ...startArgs()],
    { npm_lifecycle_event: 'start', npm_command: 'run-script' },
  );
  const pid = await servicePid();
  supervisor.kill('SIGKILL');
  await once(supervisor, 'exit');
  await sleep(LONG_MS);
  expect(await servicePid()).toBe(pid);
  process.kill(pid, 'SIGTERM');
  await expect.poll(() => isRunning(pid), WAIT).toBe(false);
});
