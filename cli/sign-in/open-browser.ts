import { spawn } from 'node:child_process';
import type { Machine } from '../machine.ts';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** The command that opens a URL, with its arguments before the URL. */
export function findOpener({
  env,
  platform,
}: Pick<Machine, 'env' | 'platform'>): readonly [string, ...string[]] {
  const named = (env.IMAGEWELL_BROWSER ?? env.BROWSER ?? '').split(/\s+/).filter(Boolean);
  const [command = 'xdg-open', ...rest] = named.length > 0 ? named : (OPENERS[platform] ?? []);
  return [command, ...rest];
}

/** Opens a URL in the browser without a shell. Errors are ignored: the URL is printed as well. */
export function openBrowser(machine: Pick<Machine, 'env' | 'platform'>, address: string): void {
  const [command, ...rest] = findOpener(machine);
  const child = spawn(command, [...rest, address], { detached: true, stdio: 'ignore' });
  child.once('error', () => {});
  child.unref();
}
