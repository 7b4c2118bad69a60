import { posix, win32 } from 'node:path';
import type { Machine } from '../machine.ts';

/** The configuration folder: `imagewell` below XDG_CONFIG_HOME, `~/.config` or APPDATA. */
export function configFolder({ env, platform, homeDir }: Machine): string {
  const { join } = platform === 'win32' ? win32 : posix;
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, 'imagewell');
  if (platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'imagewell');
  return join(homeDir, '.config', 'imagewell');
}
