/**
 * `npm run build:layer -- [--cpu arm64|x64]`: sharp as a Lambda layer for Linux, below
 * layers/sharp/dist, and the decoders of AVIF, SVG and HEIC in two more, without Docker.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  installDecoders,
  installHeif,
  installSharp,
  LAYER_MANIFESTS,
  type Processor,
} from '../lib/assets/install-layer.ts';

const CPUS: readonly Processor[] = ['arm64', 'x64'];
const LAYERS = resolve(import.meta.dirname, '../layers');
const { values } = parseArgs({ options: { cpu: { type: 'string', default: 'arm64' } } });
const cpu = CPUS.find((one) => one === values.cpu);
if (!cpu) throw new Error(`--cpu is one of ${CPUS.join(', ')}`);

/** Installs a layer unless it was built from the same manifests. */
function buildLayer(
  layer: string,
  dist: string,
  install: (manifests: string, dist: string) => void,
): void {
  const wanted = LAYER_MANIFESTS.map((name) => readFileSync(join(layer, name), 'utf8')).join('');
  const marker = join(dist, 'built-from.json');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) {
    console.log(`${dist} is current`);
    return;
  }
  rmSync(dist, { recursive: true, force: true });
  install(layer, dist);
  writeFileSync(marker, wanted); // last: a build that was cut off is done again
  console.log(`built ${dist}`);
}

const sharp = join(LAYERS, 'sharp');
buildLayer(sharp, join(sharp, 'dist', cpu), (manifests, dist) => {
  installSharp(manifests, dist, cpu);
});
const decoders = join(LAYERS, 'decoders');
buildLayer(decoders, join(decoders, 'dist'), installDecoders);
const heif = join(LAYERS, 'heif');
buildLayer(heif, join(heif, 'dist'), installHeif);
