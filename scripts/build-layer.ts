/**
 * `npm run build:layer -- [--cpu arm64|x64]`: sharp as a Lambda layer for Linux, below
 * layers/sharp/dist, without Docker.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const CPUS = ['arm64', 'x64'];
const LAYER = resolve(import.meta.dirname, '../layers/sharp');
const { values } = parseArgs({ options: { cpu: { type: 'string', default: 'arm64' } } });
if (!CPUS.includes(values.cpu)) throw new Error(`--cpu is one of ${CPUS.join(', ')}`);

const dist = join(LAYER, 'dist', values.cpu);
const modules = join(dist, 'nodejs');
const wanted = readFileSync(join(LAYER, 'package.json'), 'utf8');
const marker = join(dist, 'built-from.json');
if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) {
  console.log(`${dist} is current`);
} else {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(modules, { recursive: true });
  copyFileSync(join(LAYER, 'package.json'), join(modules, 'package.json'));
  const target = ['--os=linux', `--cpu=${values.cpu}`, '--libc=glibc'];
  const quiet = ['--omit=dev', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  execFileSync('npm', ['install', ...target, ...quiet], { cwd: modules, stdio: 'inherit' });
  writeFileSync(marker, wanted); // last: a build that was cut off is done again
  console.log(`built ${dist}`);
}
