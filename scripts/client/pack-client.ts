import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildClient } from './build-client.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGES = join(ROOT, '.build/packages');

const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** The committed manifest without its scripts, with the version of all packages. */
function manifest(): object {
  const { scripts: _, private: __, ...published } = readJson('client/package.json');
  const { version } = readJson('package.json');
  return { ...published, version };
}

/** Builds the client and packs it: the path of `.build/packages/imagewell-client-<version>.tgz`. */
export function packClient(): string {
  buildClient();
  const staged = join(PACKAGES, 'imagewell-client');
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  for (const part of ['dist', 'README.md', 'LICENSE'])
    cpSync(join(ROOT, 'client', part), join(staged, part), { recursive: true });
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  const options = ['--silent', '--pack-destination', PACKAGES];
  const shell = process.platform === 'win32'; // npm is a command file there
  execFileSync('npm', ['pack', staged, ...options], { cwd: ROOT, shell });
  return join(PACKAGES, `imagewell-client-${readJson('package.json').version}.tgz`);
}
