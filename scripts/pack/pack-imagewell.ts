/**
 * `npm run pack -- imagewell`: makes `.build/packages/imagewell-VERSION.tgz`. It holds the bundled
 * command line and service, the functions, the console and the docs: all that a clone builds when
 * it is needed.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import {
  buildEdgeFunction,
  buildSiteFunction,
  OLD_REQUEST_ENTRY,
  PRIVATE_REQUEST_ENTRY,
  PRIVATE_RESPONSE_ENTRY,
  VIEWER_RESPONSE_ENTRY,
} from '../../lambdas/edge/build-edge-function.ts';
import { REQUIRE_OF_BUNDLE } from '../../lambdas/require-of-bundle.ts';
import { PACKED } from '../../local/program/packed-program.ts';
import { DRAWINGS } from '../../local/samples/upload-samples.ts';
import { buildConsole } from '../build-console.ts';
import { packStaged, stagedFolder } from '../packages/pack-staged.ts';
import { noticesOf } from '../packages/third-party-notices.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'packages/imagewell');
const NAME = 'imagewell';
const STAGE = stagedFolder(NAME);
const DIST = join(STAGE, 'dist');
const BIN = 'imagewell.cjs';

/** Programs of the package by their files. */
const ENTRIES = {
  [PACKED.cli]: 'bin/packed-cli.ts',
  [PACKED.functions]: 'local/lambda/function-host.ts',
} as const;
/** Its binaries differ by machine. */
const EXTERNAL = ['sharp'];

async function bundleCode(): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(ENTRIES).map(([name, entry]) => {
      return { in: entry, out: name.replace(/\.js$/, '') };
    }),
    outdir: DIST,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true, // messages and records have names of classes
    platform: 'node',
    // a library of CommonJS has no names in a chunk that is imported later
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'node24',
    external: EXTERNAL,
    legalComments: 'none', // THIRD-PARTY-NOTICES.md has all of them
    banner: { js: REQUIRE_OF_BUNDLE },
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

function writeFunctions(): void {
  const functions = {
    [PACKED.edge]: buildEdgeFunction(ROOT),
    [PACKED.oldRequest]: buildEdgeFunction(ROOT, OLD_REQUEST_ENTRY),
    [PACKED.viewerResponse]: buildEdgeFunction(ROOT, VIEWER_RESPONSE_ENTRY),
    [PACKED.privateRequest]: buildEdgeFunction(ROOT, PRIVATE_REQUEST_ENTRY),
    [PACKED.privateResponse]: buildEdgeFunction(ROOT, PRIVATE_RESPONSE_ENTRY),
    [PACKED.site]: buildSiteFunction(ROOT),
  };
  for (const [name, code] of Object.entries(functions)) {
    mkdirSync(dirname(join(DIST, name)), { recursive: true });
    writeFileSync(join(DIST, name), code);
  }
}

async function copyPages(): Promise<void> {
  cpSync(join(ROOT, 'local/samples', DRAWINGS), join(DIST, DRAWINGS), { recursive: true });
  cpSync(await buildConsole(), join(DIST, PACKED.console), { recursive: true });
  execFileSync(process.execPath, ['docs-site/build.ts'], { cwd: ROOT, stdio: 'inherit' });
  cpSync(join(ROOT, '.build/docs'), join(DIST, PACKED.docs), { recursive: true });
}

process.chdir(ROOT);
rmSync(STAGE, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });
const metafile = await bundleCode();
writeFunctions();
await copyPages();
writeFileSync(join(STAGE, 'THIRD-PARTY-NOTICES.md'), noticesOf([metafile]));
cpSync(join(SOURCE, BIN), join(STAGE, BIN));
// a clone must not link the bin, which is built
console.log(packStaged(NAME, { source: SOURCE, fields: { bin: { imagewell: BIN } } }));
