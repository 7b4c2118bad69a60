import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildEdgeFunction } from '../../lambdas/edge/build-edge-function.ts';

const PROCESS_ENTRY = 'local/lambda/function-process.ts';

export interface BuiltFunctions {
  /** The edge function's text, a script with a top-level `handler`. */
  readonly edgeCode: string;
  /** The file that function processes run. */
  readonly processPath: string;
}

/** One file for a function process; packages are loaded from node_modules. */
async function buildProcess(root: string, entryPath: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entryPath],
    bundle: true,
    write: false,
    logLevel: 'silent',
    platform: 'node',
    format: 'esm',
    target: 'node24',
    packages: 'external',
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild produced no output for ${entryPath}`);
  return file.text;
}

/**
 * Named by content and moved into place when complete: two concurrent starts can't hurt each other,
 * nor a process of the one before.
 */
async function writeBuilt(folder: string, name: string, text: string): Promise<string> {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const path = join(folder, `${name}-${hash}.mjs`);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return path;
  const partial = join(folder, `${randomUUID()}.tmp`);
  await mkdir(folder, { recursive: true });
  await writeFile(partial, text);
  await rename(partial, path);
  return path;
}

/**
 * Builds the edge function and the file of the function processes from the sources below `root`.
 */
export async function buildFunctions({
  root,
  processEntry = PROCESS_ENTRY,
}: {
  readonly root: string;
  readonly processEntry?: string;
}): Promise<BuiltFunctions> {
  const edgeCode = buildEdgeFunction(root);
  const process = await buildProcess(root, processEntry);
  const processPath = await writeBuilt(join(root, '.build'), 'function-process', process);
  return { edgeCode, processPath };
}
