import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { zipLayer } from '../../lib/assets/zip-layer.ts';
import { FUNCTIONS, type FunctionName } from '../../lib/functions.ts';
import { median } from '../measure/statistics.ts';
import { BENCH_FOLDER } from '../setting/originals.ts';
import { row } from './row.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const RENDERER = 'render-image' satisfies FunctionName;
/** The layer of the renderer: sharp, and the font of texts. */
const LAYER = join(ROOT, 'layers/sharp/dist/arm64');

/** Bundles a function as the stack does; the path of its file. */
async function bundle(name: FunctionName): Promise<string> {
  // with the CDK, which takes seconds to load
  const { LAMBDA_BUNDLE } = await import('../../lib/assets/checkout-assets.ts');
  const outfile = join(BENCH_FOLDER, 'bundles', name, 'index.mjs');
  const entryPoints = [FUNCTIONS[name].entry];
  await build({ absWorkingDir: ROOT, entryPoints, outfile, ...LAMBDA_BUNDLE });
  return outfile;
}

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

export const RENDERER_START = row({
  title: "the renderer's start over loading sharp alone",
  goals: { start: { what: 'time', unit: 'ms', must: { atMost: 50 } } },
  async measure(setting) {
    const path = await bundle(RENDERER);
    const sharp = "createRequire(process.cwd() + '/')('sharp');";
    const times = { ours: [] as number[], floor: [] as number[] };
    for (let round = 0; round <= setting.rounds * 2; round += 1) {
      times.ours.push(startOf(`await import(${JSON.stringify(path)}); ${sharp}`));
      times.floor.push(startOf(sharp));
    }
    const [ours, floor] = [median(times.ours), median(times.floor)];
    return { start: { seen: ours - floor, unit: 'ms', beside: { ours, floor } } };
  },
});

export const PACKAGE_SIZE = row({
  title: 'a deployed package with sharp, one architecture',
  goals: { bytes: { what: 'zipped', unit: 'bytes', must: { atMost: 10_000_000 } } },
  async measure() {
    if (!existsSync(LAYER)) return { bytes: { reason: '`npm run build:layer` was not run' } };
    mkdirSync(BENCH_FOLDER, { recursive: true });
    const code = deflateRawSync(readFileSync(await bundle(RENDERER))).length;
    return { bytes: { seen: code + zipLayer(LAYER).length } };
  },
});
