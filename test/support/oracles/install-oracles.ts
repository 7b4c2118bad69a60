import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const SOURCES = resolve('test/oracles');
const FILES = ['package.json', 'package-lock.json'] as const;

/**
 * The packages of test/oracles, which `npm ci` of the repository leaves out: answers their
 * `node_modules`. The first call installs them below `.build/oracles`, from the npm registry.
 */
export async function installOracles(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(SOURCES, FILES[1])));
  const folder = resolve('.build/oracles', hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) await install(folder);
  return join(folder, 'node_modules');
}

/** Installed beside and moved, so that a stopped run leaves no half of it. */
async function install(folder: string): Promise<void> {
  const beside = `${folder}.${process.pid}`;
  await mkdir(beside, { recursive: true });
  for (const file of FILES) await copyFile(join(SOURCES, file), join(beside, file));
  const quiet = ['--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  await promisify(execFile)('npm', ['ci', ...quiet], { cwd: beside });
  await rename(beside, folder).catch((error: Error) => {
    if (!existsSync(folder)) throw error;
    return rm(beside, { recursive: true }); // another process was quicker
  });
}
