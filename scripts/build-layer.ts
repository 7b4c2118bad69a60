/**
 * `npm run build:layer -- [--cpu arm64|x64]`: sharp as a Lambda layer for Linux, below
 * layers/sharp/dist, without Docker.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installSharp, type Processor, SHARP_MANIFESTS } from '../lib/assets/install-sharp.ts';

const CPUS: readonly Processor[] = ['arm64', 'x64'];
const LAYER = resolve(import.meta.dirname, '../layers/sharp');
const { values } = parseArgs({ options: { cpu: { type: 'string', default: 'arm64' } } });
const cpu = CPUS.find((one) => one === values.cpu);
if (!cpu) throw new Error(`--cpu is one of ${CPUS.join(', ')}`);

const dist = join(LAYER, 'dist', cpu);
const wanted = SHARP_MANIFESTS.map((name) => readFileSync(join(LAYER, name), 'utf8')).join('');
const marker = join(dist, 'built-from.json');
if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) {
  console.log(`${dist} is current`);
} else {
  rmSync(dist, { recursive: true, force: true });
  installSharp(LAYER, dist, cpu);
  writeFileSync(marker, wanted); // last: a build that was cut off is done again
  console.log(`built ${dist}`);
}
