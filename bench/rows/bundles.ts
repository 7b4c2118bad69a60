import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { zipLayer } from '../../lib/assets/zip-layer.ts';
import { differences, median, ratioOf, spreadOf } from '../measure/statistics.ts';
import { BENCH_FOLDER } from '../originals/originals.ts';
import { bundleRenderer, ROOT } from '../start/bundle-code.ts';
import { type FirstImage, measureFirstImages } from '../start/first-images.ts';
import { type Measured, row } from './row.ts';

/** The layer of the renderer: sharp, and the font of texts. */
const LAYER = join(ROOT, 'layers/sharp/dist/arm64');

/** Milliseconds that a fresh process takes for a program of statements, as it tells itself. */
function startOf(statements: string): number {
  const program = `
    import { createRequire } from 'node:module';
    const start = performance.now();
    ${statements}
    console.log(performance.now() - start);
    process.exit();`;
  const args = ['--input-type=module', '--eval', program];
  return Number(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }));
}

function firstOver(
  costs: Readonly<Record<'ours' | 'floor', readonly FirstImage[]>>,
  of: keyof FirstImage,
): Measured {
  const [ours, floor] = [costs.ours.map((one) => one[of]), costs.floor.map((one) => one[of])];
  const beside = { ours: median(ours), floor: median(floor) };
  return { ...ratioOf(ours, floor), unit: 'ms', beside };
}

export const RENDERER_START = row({
  title: "the renderer's start over loading sharp alone",
  goals: {
    start: { what: 'time', unit: 'ms', must: { atMost: 55 } },
    first: { what: 'time to a first image over sharp with fetch', unit: '', must: { atMost: 1.9 } },
    firstCpu: {
      what: 'CPU of a first image over sharp with fetch',
      unit: '',
      must: { atMost: 1.9 },
      isStable: true,
    },
  },
  async measure(setting) {
    const path = await bundleRenderer();
    const sharp = "createRequire(process.cwd() + '/')('sharp');";
    const times = { ours: [] as number[], floor: [] as number[] };
    for (let round = 0; round <= setting.rounds * 2; round += 1) {
      times.ours.push(startOf(`await import(${JSON.stringify(path)}); ${sharp}`));
      times.floor.push(startOf(sharp));
    }
    const [ours, floor] = [median(times.ours), median(times.floor)];
    const original = await setting.original('jpg');
    const costs = await measureFirstImages({ ours: path }, original, setting.rounds * 2);
    return {
      start: {
        ...spreadOf(differences(times.ours, times.floor)),
        seen: ours - floor,
        unit: 'ms',
        beside: { ours, floor },
      },
      first: firstOver(costs, 'wallMs'),
      firstCpu: firstOver(costs, 'cpuMs'),
    };
  },
});

export const PACKAGE_SIZE = row({
  title: 'a deployed package with sharp, one architecture',
  goals: { bytes: { what: 'zipped', unit: 'bytes', must: { atMost: 10_000_000 } } },
  async measure() {
    if (!existsSync(LAYER)) return { bytes: { reason: '`npm run build:layer` was not run' } };
    mkdirSync(BENCH_FOLDER, { recursive: true });
    const code = deflateRawSync(readFileSync(await bundleRenderer())).length;
    return { bytes: { seen: code + zipLayer(LAYER).length } };
  },
});
