import { buildSync } from 'esbuild';
import { PROBLEMS } from '../../core/foundation/problems.ts';

/** Amazon CloudFront quotas, "Quotas on CloudFront Functions": the size of a function. */
export const MAX_EDGE_FUNCTION_BYTES = 10_240;

const ENTRY = 'lambdas/edge/viewer-request.ts';
const SITE_ENTRY = 'lambdas/edge/site-request.ts';

/**
 * Bundles a viewer-request function as CloudFront takes it, a script with a top-level `handler`;
 * throws where it uses syntax that the runtime lacks or is too large. At once and not in a promise,
 * because a construct's constructor can't wait.
 */
function bundleForEdge(root: string, contents: string): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    // an assignment and not an export: what esbuild puts around exports takes a twentieth of the
    // room
    stdin: { contents, resolveDir: root },
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
  if (bytes === 0) throw new Error('esbuild produced no output for the edge function');
  if (bytes > MAX_EDGE_FUNCTION_BYTES) {
    throw new Error(
      `The edge function has ${bytes} bytes; the maximum is ${MAX_EDGE_FUNCTION_BYTES}.`,
    );
  }
  return code;
}

/** The viewer-request function of images, from the sources below `root`. */
export function buildEdgeFunction(root: string, entryPath = ENTRY): string {
  return bundleForEdge(root, `import { handler } from './${entryPath}';\nedge.handler = handler;`);
}

/**
 * The viewer-request function of the site, from the sources below `root`: it knows the problems by
 * their codes, for their table would not fit.
 */
export function buildSiteFunction(root: string): string {
  const codes = JSON.stringify(Object.keys(PROBLEMS));
  return bundleForEdge(
    root,
    `import { createSiteHandler } from './${SITE_ENTRY}';\nedge.handler = createSiteHandler(${codes});`,
  );
}
