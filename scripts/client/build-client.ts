import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'client/dist');

/** The declarations of both kinds are the same; the folder's manifest says which kind they are. */
function makeCommonJs(): void {
  const [esm, cjs] = [join(DIST, 'esm'), join(DIST, 'cjs')];
  buildSync({
    entryPoints: globSync('**/*.js', { cwd: esm }).map((path) => join(esm, path)),
    outdir: cjs,
    outbase: esm,
    format: 'cjs',
    target: 'es2022',
    sourcemap: 'linked',
    sourcesContent: true,
  });
  for (const path of globSync('**/*.d.ts', { cwd: esm })) {
    mkdirSync(dirname(join(cjs, path)), { recursive: true });
    cpSync(join(esm, path), join(cjs, path));
  }
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n');
}

/**
 * Builds `client/dist`: ES modules and CommonJS, file by file, each with its declarations and a
 * source map that has the source in it.
 */
export function buildClient(): void {
  rmSync(DIST, { recursive: true, force: true });
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'client/tsconfig.build.json')], {
    stdio: 'inherit',
  });
  makeCommonJs();
}
