import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A program, a right or a system that a test needs and that a machine may lack. */
interface Need {
  readonly isThere: () => boolean;
  /** The package of Debian that brings it; a right and a system come by none. */
  readonly debianPackage?: string;
}

/** Where a browser of the kind of Chromium may stand. */
export const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Chromium without the windows of a desktop: the same pages for half of the CPU. Debian has it as a
 * package, other systems may not.
 */
export const HEADLESS_SHELL = {
  path: '/usr/bin/chromium-headless-shell',
  debianPackage: 'chromium-headless-shell',
};

const isInPath = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

function program(name: string, debianPackage: string): Need {
  return { isThere: () => isInPath(name), debianPackage };
}

function mayMount(): boolean {
  const at = mkdtempSync(join(tmpdir(), 'imagewell-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4096', 'tmpfs', at], { stdio: 'ignore' });
    execFileSync('umount', [at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(at);
  }
}

/** Everything that some test needs beyond Node and the packages of the lockfile. */
export const NEEDS = {
  caddy: program('caddy', 'caddy'),
  chromium: { isThere: () => BROWSERS.some((path) => existsSync(path)), debianPackage: 'chromium' },
  exiftool: program('exiftool', 'libimage-exiftool-perl'),
  fish: program('fish', 'fish'),
  go: program('go', 'golang-go'),
  linux: { isThere: () => process.platform === 'linux' },
  mmdebstrap: program('mmdebstrap', 'mmdebstrap'),
  mount: { isThere: mayMount },
  php: program('php', 'php-cli'),
  podman: program('podman', 'podman'),
  python3: program('python3', 'python3'),
  root: { isThere: () => process.getuid?.() === 0 },
  runc: program('runc', 'runc'),
  zsh: program('zsh', 'zsh'),
} as const satisfies Record<string, Need>;

/** The name of a need. */
export type NeedName = keyof typeof NEEDS;

const howToInstall = (need: Need) =>
  need.debianPackage === undefined ? '' : ` (apt-get install ${need.debianPackage})`;

/** Whether this machine lacks one of these, for `skipIf`; it prints each that is missing. */
export function lacks(...names: readonly NeedName[]): boolean {
  const missing = names.filter((name) => !NEEDS[name].isThere());
  for (const name of missing) {
    console.warn(`skipped: this machine has no ${name}${howToInstall(NEEDS[name])}`);
  }
  return missing.length > 0;
}
