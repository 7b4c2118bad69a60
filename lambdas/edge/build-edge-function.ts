import { buildSync, type TransformOptions, transformSync } from 'esbuild';
import { type MinifyOptions, minify_sync } from 'terser';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { dropColumns, INNER_NAMES } from './drop-columns.ts';
import {
  MAX_EDGE_FUNCTION_BYTES,
  MAX_PRIVATE_REQUEST_BYTES,
  requireEdgeSize,
  VIEWER_REQUEST_HANDLER,
  VIEWER_RESPONSE_HANDLER,
} from './with-cdn-url.ts';

export const VIEWER_REQUEST_ENTRY = 'lambdas/edge/viewer-request.ts';
export const OLD_REQUEST_ENTRY = 'lambdas/edge/old-request.ts';
export const VIEWER_RESPONSE_ENTRY = 'lambdas/edge/viewer-response.ts';
export const PRIVATE_REQUEST_ENTRY = 'lambdas/edge/private-request.ts';
export const PRIVATE_RESPONSE_ENTRY = 'lambdas/edge/private-response.ts';
const SITE_ENTRY = 'lambdas/edge/site-request.ts';

/** CloudFront Functions runtime 2.0: ES 5.1 and some of ES 6 to 12. */
const RUNTIME = {
  target: 'es5',
  supported: { 'const-and-let': true, arrow: true, 'template-literal': true },
  legalComments: 'none',
} as const satisfies TransformOptions;

/** Of bundled code, whose statements begin lines: `let` is two bytes shorter for each constant. */
const shortenConstants = (code: string): string => code.replace(/^(\s*)const /gm, '$1let ');

/**
 * terser writes a function in place of its single call, which esbuild doesn't: a twentieth of the
 * edge function. Its unsafe rewrites are those of code that replaces no built-in of the language.
 */
const FOLDED = {
  compress: {
    ecma: 2015,
    passes: 4,
    pure_getters: true,
    unsafe: true,
    unsafe_arrows: true,
    unsafe_math: true,
  },
  format: { ecma: 5 },
} as const satisfies MinifyOptions;

/** Folded code by its text: each stack of a process has the same functions. */
const foldedOf = new Map<string, string>();

const fold = (code: string): string => minify_sync(code, FOLDED).code ?? '';

/**
 * Minified code with fewer functions. esbuild joins what terser's first round has left, and the
 * second round folds that. Throws if the runtime lacks syntax that terser chose.
 */
function foldFunctions(code: string): string {
  const known = foldedOf.get(code);
  if (known !== undefined) return known;
  const folded = fold(transformSync(fold(code), { minify: true, ...RUNTIME }).code);
  const lowered = transformSync(folded, RUNTIME).code;
  if (lowered !== transformSync(folded, { legalComments: 'none' }).code)
    throw new Error("The CloudFront runtime lacks syntax that terser's code has.");
  foldedOf.set(code, folded);
  return folded;
}

/** Receives the paths of the sources that a build has read, relative to its root. */
export type NoteSources = (paths: readonly string[]) => void;

/** The end of a script, and its bound. */
interface EdgeForm {
  readonly handler: string;
  readonly maxBytes: number;
}

/** The forms of entries that are no plain viewer-request function. */
const OTHER_FORMS: Readonly<Record<string, EdgeForm>> = {
  [VIEWER_RESPONSE_ENTRY]: { handler: VIEWER_RESPONSE_HANDLER, maxBytes: MAX_EDGE_FUNCTION_BYTES },
  [PRIVATE_RESPONSE_ENTRY]: { handler: VIEWER_RESPONSE_HANDLER, maxBytes: MAX_EDGE_FUNCTION_BYTES },
  [PRIVATE_REQUEST_ENTRY]: { handler: VIEWER_REQUEST_HANDLER, maxBytes: MAX_PRIVATE_REQUEST_BYTES },
};
const VIEWER_REQUEST_FORM: EdgeForm = {
  handler: VIEWER_REQUEST_HANDLER,
  maxBytes: MAX_EDGE_FUNCTION_BYTES,
};

/**
 * Bundles an edge function in CloudFront's form, a script with a top-level `handler`. Throws if it
 * uses unsupported syntax or is too large. Synchronous, because a construct's constructor can't
 * wait.
 */
function bundleForEdge(
  root: string,
  contents: string,
  { handler, maxBytes }: EdgeForm,
  noteSources?: NoteSources,
): string {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    // an assignment and not an export: esbuild's code around exports takes a twentieth of the space
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    format: 'iife',
    ...RUNTIME,
  });
  noteSources?.(Object.keys(metafile.inputs).filter((path) => path !== '<stdin>'));
  const bundled = outputFiles[0]?.text ?? '';
  // minified last, since columns and constants are lines
  const short = transformSync(shortenConstants(dropColumns(bundled)), {
    minify: true,
    mangleProps: INNER_NAMES,
    ...RUNTIME,
  }).code;
  const code = `"use strict";var edge;${foldFunctions(short)}${handler}`;
  if (bundled === '') throw new Error('esbuild produced no output for the edge function');
  requireEdgeSize(code, maxBytes);
  return code;
}

/** An edge function of images, from the sources below `root`. */
export function buildEdgeFunction(
  root: string,
  entryPath = VIEWER_REQUEST_ENTRY,
  noteSources?: NoteSources,
): string {
  const contents = `import { handler } from './${entryPath}';\nedge = handler;`;
  return bundleForEdge(root, contents, OTHER_FORMS[entryPath] ?? VIEWER_REQUEST_FORM, noteSources);
}

/**
 * The viewer-request function of the site, from the sources below `root`: it knows the problems by
 * their codes, for their table would not fit.
 */
export function buildSiteFunction(root: string): string {
  const codes = JSON.stringify(Object.keys(PROBLEMS));
  return bundleForEdge(
    root,
    `import { createSiteHandler } from './${SITE_ENTRY}';\nedge = createSiteHandler(${codes});`,
    VIEWER_REQUEST_FORM,
  );
}
