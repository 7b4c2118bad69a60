import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const FOLDER = resolve('examples/pages');

/**
 * Everything that the example pages load, by its path: each HTML file and the one script that it
 * names, bundled.
 */
export async function buildPages(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const found = globSync('*.{html,css}', { cwd: FOLDER });
  const pages = found.filter((name) => name.endsWith('.html'));
  const { outputFiles } = await build({
    entryPoints: pages.map((name) => join(FOLDER, name.replace('.html', '.ts'))),
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    outdir: FOLDER,
    // a page of yours has it installed
    alias: {
      'imagewell-client/filepond': resolve('client/src/integrations/filepond.ts'),
      'imagewell-client/uppy': resolve('client/src/integrations/uppy.ts'),
      'imagewell-client': resolve('client/src/imagewell-client.ts'),
    },
  });
  return new Map<string, string | Uint8Array>([
    ...found.map((name) => [`/${basename(name)}`, readFileSync(join(FOLDER, name))] as const),
    ...outputFiles.map(({ path, text }) => [`/${relative(FOLDER, path)}`, text] as const),
  ]);
}
