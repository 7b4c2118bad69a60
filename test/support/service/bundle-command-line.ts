import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { REQUIRE_OF_BUNDLE } from '../../../lambdas/require-of-bundle.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Binaries, tools of the clone, and clients that few commands need. */
const NOT_BUNDLED = ['sharp', 'esbuild', 'vite', 'vitepress', 'aws-cdk*', '@aws-sdk/*'];
/** Below the root, as `bin` is: the program finds the root from its own folder. */
const FOLDER = '.build-test-cli-';
const KEPT_MS = 24 * 60 * 60 * 1000;

function removeOld(): void {
  for (const name of readdirSync(ROOT).filter((one) => one.startsWith(FOLDER))) {
    const path = join(ROOT, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - changed > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * The path of the clone's command line as a bundle with its libraries, as the package has it. It
 * starts with a quarter of the CPU time. Its name is of its content, because another run of tests
 * may use it.
 */
export function bundleCommandLine(): string {
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: ['bin/cli.ts'],
    outdir: '.',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    external: NOT_BUNDLED,
    banner: { js: REQUIRE_OF_BUNDLE },
    logLevel: 'warning',
  });
  const hash = createHash('sha256');
  for (const { contents } of outputFiles) hash.update(contents);
  const folder = join(ROOT, FOLDER + hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    removeOld();
    const partial = mkdtempSync(join(ROOT, FOLDER));
    for (const { path, contents } of outputFiles) {
      writeFileSync(join(partial, basename(path)), contents);
    }
    renameSync(partial, folder);
  }
  return join(folder, 'cli.mjs');
}
