import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { FUNCTIONS } from '../../lib/functions.ts';
import { BENCH_FOLDER } from '../originals/originals.ts';

/** The repository. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Bundles code with the options of the functions; the path of its file. */
async function bundleCode(name: string, entry: string): Promise<string> {
  // with the CDK, which takes seconds to load
  const { LAMBDA_BUNDLE } = await import('../../lib/assets/checkout-assets.ts');
  const outfile = join(BENCH_FOLDER, 'bundles', name, 'index.mjs');
  await build({ absWorkingDir: ROOT, entryPoints: [entry], outfile, ...LAMBDA_BUNDLE });
  return outfile;
}

/** The renderer as it is deployed, without its layer. */
export const bundleRenderer = () => bundleCode('render-image', FUNCTIONS['render-image'].entry);

/** sharp with `fetch`, which is the floor of a first image. */
export const bundleFloor = () => bundleCode('sharp-with-fetch', 'bench/start/sharp-with-fetch.ts');
