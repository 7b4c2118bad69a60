import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const EDGE: BuildOptions = {
  entryPoints: ['lambdas/edge/viewer-request.ts'],
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  globalName: 'edge',
  // CloudFront's function runtime 2.0: ECMAScript 5.1 and these; what it lacks fails the build
  target: 'es5',
  supported: { 'const-and-let': true, arrow: true, 'template-literal': true },
  footer: { js: 'function handler(event){return edge.handler(event)}' },
};

/** The edge function's code, as it is deployed. */
export async function buildEdgeFunction(root: string): Promise<string> {
  const { outputFiles } = await build({ ...EDGE, absWorkingDir: root });
  return outputFiles?.[0]?.text ?? '';
}

/** Bundles the entry of the function processes, so that each starts in a moment; answers the file's path. */
export async function buildFunctionProcess(root: string): Promise<string> {
  const folder = join(root, '.build');
  await mkdir(folder, { recursive: true });
  const fresh = await mkdtemp(join(folder, 'new-'));
  const built = join(folder, 'function-process.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['local/function-process.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    packages: 'external',
    outfile: join(fresh, 'function-process.mjs'),
  });
  // a rename, so that a process of another start never reads half a file
  await rename(join(fresh, 'function-process.mjs'), built);
  await rm(fresh, { recursive: true });
  return built;
}
