import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

/** Amazon CloudFront quotas, "Quotas on CloudFront Functions": the size of a function. */
export const MAX_EDGE_FUNCTION_BYTES = 10_240;

const EDGE_ENTRY = 'lambdas/edge/viewer-request.ts';
const PROCESS_ENTRY = 'local/function-process.ts';

export interface BuiltFunctions {
  /** The edge function's text, a script with a top-level `handler`. */
  readonly edgeCode: string;
  /** The file that function processes run. */
  readonly processPath: string;
}

async function bundle(root: string, options: BuildOptions): Promise<string> {
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    bundle: true,
    write: false,
    logLevel: 'silent',
    ...options,
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild made nothing of ${String(options.entryPoints)}`);
  return file.text;
}

/** The viewer-request function as CloudFront takes it; throws where it uses syntax that its runtime lacks or is too large. */
export async function buildEdgeFunction(root: string, entryPath = EDGE_ENTRY): Promise<string> {
  const code = await bundle(root, {
    entryPoints: [entryPath],
    // CloudFront Functions runtime 2.0: ES 5.1 and some of ES 6 to 12
    target: 'es5',
    supported: { 'const-and-let': true, arrow: true, 'template-literal': true },
    format: 'iife',
    globalName: 'edge',
    minify: true,
    legalComments: 'none',
    footer: { js: 'function handler(event){return edge.handler(event)}' },
  });
  const bytes = Buffer.byteLength(code);
  if (bytes > MAX_EDGE_FUNCTION_BYTES) {
    throw new Error(`The edge function has ${bytes} bytes of ${MAX_EDGE_FUNCTION_BYTES}.`);
  }
  return code;
}

/** One file for a function process; what is in node_modules is loaded from there. */
async function buildProcess(root: string, entryPath: string): Promise<string> {
  return bundle(root, {
    entryPoints: [entryPath],
    platform: 'node',
    format: 'esm',
    target: 'node24',
    packages: 'external',
  });
}

/** Named by content and moved into place whole: two starts at once can't hurt each other, nor a process of the one before. */
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

/** Builds the edge function and the file of the function processes from the sources below `root`. */
export async function buildFunctions({
  root,
  processEntry = PROCESS_ENTRY,
}: {
  readonly root: string;
  readonly processEntry?: string;
}): Promise<BuiltFunctions> {
  const [edgeCode, process] = await Promise.all([
    buildEdgeFunction(root),
    buildProcess(root, processEntry),
  ]);
  const processPath = await writeBuilt(join(root, '.build'), 'function-process', process);
  return { edgeCode, processPath };
}
