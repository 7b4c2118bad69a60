import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BuildOptions, buildSync } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { LAMBDA_BUNDLE } from '../../../lib/assets/checkout-assets.ts';
import { ROOT } from '../synth/support/template.ts';

const folder = mkdtempSync(join(tmpdir(), 'drawing-bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The options of our bundles, each of which changes the text of a function. */
const BUNDLES: Readonly<Record<string, BuildOptions>> = {
  'of a function': LAMBDA_BUNDLE,
  'with the names of its functions': { ...LAMBDA_BUNDLE, keepNames: true },
};

describe('the thread of a drawing', () => {
  it.each(Object.entries(BUNDLES))('draws in a bundle %s (uploads.svg)', async (name, options) => {
    const outfile = join(folder, `${name.replaceAll(' ', '-')}.mjs`);
    buildSync({
      ...options,
      absWorkingDir: ROOT,
      entryPoints: ['adapters/svg/draw-svg.ts'],
      outfile,
    });
    const script = join(import.meta.dirname, 'support/draw-in-bundle.ts');
    const env = { NODE_PATH: join(ROOT, 'node_modules') }; // as Lambda names a layer's folder
    const { stdout } = await promisify(execFile)(process.execPath, [script, outfile], { env });
    expect(JSON.parse(stdout)).toEqual([40, 30, 40 * 30 * 4]);
  });
});
