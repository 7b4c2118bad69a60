import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** npm's names of the processors of AWS Lambda. */
export type Processor = 'arm64' | 'x64';

/** The files of `layers/sharp` that name sharp and the digests of its packages. */
export const SHARP_MANIFESTS = ['package.json', 'package-lock.json'] as const;

/**
 * Installs sharp for Linux into `nodejs` below a folder, as a layer has it. npm verifies each
 * package by its digest in the lockfile. Throws an Error if npm fails, or if a library is missing.
 * For npm the libraries are optional: it leaves out one with another digest in silence.
 */
export function installSharp(manifests: string, folder: string, cpu: Processor): void {
  const modules = join(folder, 'nodejs');
  mkdirSync(modules, { recursive: true });
  for (const name of SHARP_MANIFESTS) copyFileSync(join(manifests, name), join(modules, name));
  const target = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...target, ...quiet], {
    cwd: modules,
    // the CDK's own output is on the first
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32', // there, npm is a script
  });
  for (const library of [`sharp-linux-${cpu}`, `sharp-libvips-linux-${cpu}`]) {
    if (existsSync(join(modules, 'node_modules/@img', library, 'package.json'))) continue;
    throw new Error(
      `npm did not install @img/${library}: it could not be downloaded, or it is not the package of the lockfile.`,
    );
  }
}
