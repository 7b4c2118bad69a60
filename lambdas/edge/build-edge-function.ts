import { buildSync } from 'esbuild';

/** Amazon CloudFront quotas, "Quotas on CloudFront Functions": the size of a function. */
export const MAX_EDGE_FUNCTION_BYTES = 10_240;

const ENTRY = 'lambdas/edge/viewer-request.ts';

/**
 * The viewer-request function in CloudFront's form, a script with a top-level `handler`, from the
 * sources below `root`. Throws if it uses unsupported syntax or is too large. Synchronous, because
 * a construct's constructor can't wait.
 */
export function buildEdgeFunction(root: string, entryPath = ENTRY): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    // an assignment and not an export: esbuild's code around exports takes a twentieth of the space
    stdin: {
      contents: `import { handler } from './${entryPath}';\nedge.handler = handler;`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    logLevel: 'silent',
    // CloudFront Functions runtime 2.0: ES 5.1 and some of ES 6 to 12
    target: 'es5',
    supported: { 'const-and-let': true, arrow: true, 'template-literal': true },
    format: 'iife',
    minify: true,
    legalComments: 'none',
    banner: { js: '"use strict";var edge={};' },
    footer: { js: 'function handler(event){return edge.handler(event)}' },
  });
  const code = outputFiles[0]?.text ?? '';
  const bytes = Buffer.byteLength(code);
  if (bytes === 0) throw new Error(`esbuild produced no output for ${entryPath}`);
  if (bytes > MAX_EDGE_FUNCTION_BYTES) {
    throw new Error(
      `The edge function has ${bytes} bytes; the maximum is ${MAX_EDGE_FUNCTION_BYTES}.`,
    );
  }
  return code;
}
