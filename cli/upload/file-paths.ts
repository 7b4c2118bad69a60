import * as nodePath from 'node:path';
import { CommandError } from '../command-error.ts';

/** The rules of paths of a system; those of this one unless a test gives others. */
export type PathRules = Pick<typeof nodePath, 'basename' | 'relative' | 'resolve' | 'sep'>;

/** The path of a file within a folder, with slashes on each system. */
export function pathWithin(folder: string, path: string, rules: PathRules = nodePath): string {
  return rules.relative(folder, path).split(rules.sep).join('/');
}

/**
 * The key of a file: relative to a folder, so that a state file can be moved with its images. On
 * another drive of Windows it is the whole path.
 */
export function keyOfFile(folder: string, path: string, rules: PathRules = nodePath): string {
  return pathWithin(folder, rules.resolve(path), rules) || path;
}

/** The same text for the same file; on Windows names that differ in case are one. */
export function sameFile(path: string, rules: PathRules = nodePath): string {
  const whole = rules.resolve(path);
  return rules.sep === '\\' ? whole.toLowerCase() : whole;
}

/** Whether the last name of a path begins with a dot. */
export function isHidden(path: string, rules: PathRules = nodePath): boolean {
  return /^\.[^.]/.test(rules.basename(path));
}

/** Whether a text may be a glob, where no file has that name. */
export const isGlob = (text: string) => /[*?[{]/.test(text);

/** Whether a glob names the dot of hidden files; its parts are separated by either slash. */
export const namesHidden = (pattern: string) => /(^|[\\/{,])\.[^./\\]/.test(pattern);

/** Microsoft, Naming Files, Paths, and Namespaces: devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

/** Throws a usage error for a file to write whose name Windows gives to a device or cuts. */
export function checkFileName(path: string, platform: NodeJS.Platform): void {
  if (platform !== 'win32') return;
  const name = nodePath.win32.basename(path);
  const isStream = /:/.test(path.replace(/^[a-z]:/i, ''));
  if (!DEVICE.test(name) && !isStream && !/[. ]$/.test(name)) return;
  throw new CommandError('usage', `${path} is no name of a file on Windows.`);
}
