import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

const READY_MS = 20_000;
const PAUSE_MS = 100;

/** Starts a server and waits until its port answers; it is killed with this process. */
export async function startPeer(
  program: string,
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly pid: number; stop(): void }> {
  // sharp sets this one for itself; with it, another libvips doesn't find its modules
  const { VIPSHOME: _, ...inherited } = process.env;
  const child = spawn(program, [...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = () => void child.kill();
  process.once('exit', stop);
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return { pid: child.pid ?? 0, stop };
    await setTimeout(PAUSE_MS);
  }
  stop();
  throw new Error(`${program} did not start`);
}
