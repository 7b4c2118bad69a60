import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AssetHashType } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type BuildOptions, buildSync } from 'esbuild';
import {
  buildEdgeFunction,
  buildSiteFunction,
  OLD_REQUEST_ENTRY,
  PRIVATE_REQUEST_ENTRY,
  PRIVATE_RESPONSE_ENTRY,
  VIEWER_REQUEST_ENTRY,
  VIEWER_RESPONSE_ENTRY,
} from '../../lambdas/edge/build-edge-function.ts';
import { REQUIRE_OF_BUNDLE } from '../../lambdas/require-of-bundle.ts';
import { FUNCTIONS, type FunctionName } from '../functions.ts';
import { checkoutLayers } from './build-layer.ts';
import { bundledHere } from './bundled-here.ts';
import { checkoutSite } from './checkout-site.ts';
import { HANDLER_FILE } from './packed-assets.ts';
import type { EdgeFunctionName, FunctionNeeds, ServiceAssets } from './service-assets.ts';

/**
 * sharp comes by its layer, or next to the code. The clients of AWS are bundled, so the deployed
 * code is the tested one, and it loads in less time than an SDK beside it. Credential providers
 * other than variables are left out: Lambda needs no others.
 */
const NOT_BUNDLED = [
  'sharp',
  ...['http', 'ini', 'login', 'process', 'sso', 'web-identity'].map(
    (way) => `@aws-sdk/credential-provider-${way}`,
  ),
  '@smithy/credential-provider-imds',
];

/** The options of esbuild for code that runs in Lambda. */
export const LAMBDA_BUNDLE = {
  bundle: true,
  platform: 'node',
  logLevel: 'warning',
  format: 'esm',
  target: 'node24',
  minify: true,
  sourcemap: false,
  mainFields: ['module', 'main'],
  external: NOT_BUNDLED,
  // as `require`: an `import()` of node:http reads all its exports, and one of them loads fetch
  supported: { 'dynamic-import': false },
  banner: { js: REQUIRE_OF_BUNDLE },
} satisfies BuildOptions;

/**
 * The runtime defines this name if functions can stream. If a Function URL can't, the name is
 * removed, so that the renderer buffers its response. By the bundler, because the runtime reads it
 * while the code loads.
 */
const WITHOUT_STREAMS = { 'globalThis.awslambda': 'undefined' };

type Bundles = ReadonlyMap<string, Uint8Array>;

/** The bundles of these functions. esbuild reads a source that several have a single time. */
function bundleFunctions(
  root: string,
  names: readonly FunctionName[],
  isBuffered: boolean,
): Bundles {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: names.map((name) => ({ in: FUNCTIONS[name].entry, out: name })),
    outdir: '.',
    outExtension: { '.js': '.mjs' },
    write: false,
    ...LAMBDA_BUNDLE,
    ...(isBuffered ? { define: WITHOUT_STREAMS } : {}),
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path, '.mjs'), contents]));
}

const bundlesBelow = new Map<string, Bundles>();

/** The bundles of every function below a root, which all stacks of a process share. */
function bundlesOf(root: string): Bundles {
  const names = Object.keys(FUNCTIONS) as FunctionName[];
  const bundles = bundlesBelow.get(root) ?? bundleFunctions(root, names, false);
  bundlesBelow.set(root, bundles);
  return bundles;
}

function bundleOf(root: string, name: FunctionName, isBuffered: boolean): Uint8Array {
  const bundles = isBuffered ? bundleFunctions(root, [name], true) : bundlesOf(root);
  const bundle = bundles.get(name);
  if (!bundle) throw new Error(`esbuild produced no output for ${name}`);
  return bundle;
}

/** Bundles a function into a folder, with the modules that stand next to its code. */
function bundleFunction(
  root: string,
  name: FunctionName,
  { isBuffered, copiedModules }: FunctionNeeds,
  folder: string,
): void {
  writeFileSync(join(folder, HANDLER_FILE), bundleOf(root, name, isBuffered));
  for (const from of copiedModules) cpSync(from, join(folder, 'node_modules'), { recursive: true });
}

/**
 * A function's code, bundled only where its stack is synthesised for a deploy. In this process: the
 * CDK's own bundling starts npm for each function, which takes five times as long.
 */
function bundledCode(root: string, name: FunctionName, needs: FunctionNeeds): Code {
  const write = (folder: string) => bundleFunction(root, name, needs, folder);
  // the command is never run: the CDK keeps bundles apart by the texts of their options
  const command = [name, JSON.stringify(needs)];
  return Code.fromAsset(root, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: { ...bundledHere(write), command },
  });
}

const edgeFunctionsBelow = new Map<string, string>();

/** An edge function below a root, which all stacks of a process share. */
function edgeFunctionOf(root: string, name: EdgeFunctionName): string {
  const build: Readonly<Record<EdgeFunctionName, () => string>> = {
    'viewer-request': () => buildEdgeFunction(root, VIEWER_REQUEST_ENTRY),
    'viewer-response': () => buildEdgeFunction(root, VIEWER_RESPONSE_ENTRY),
    'private-request': () => buildEdgeFunction(root, PRIVATE_REQUEST_ENTRY),
    'private-response': () => buildEdgeFunction(root, PRIVATE_RESPONSE_ENTRY),
    'old-request': () => buildEdgeFunction(root, OLD_REQUEST_ENTRY),
    site: () => buildSiteFunction(root),
  };
  const path = join(root, name);
  const code = edgeFunctionsBelow.get(path) ?? build[name]();
  edgeFunctionsBelow.set(path, code);
  return code;
}

/** Built assets that replace those of the checkout. */
export interface BuiltAssets {
  /** The folder of every layer. */
  readonly layersPath?: string | undefined;
  /** The folder of the site's writer. */
  readonly sitePath?: string | undefined;
}

/** The assets of a checkout, each built or bundled when it is needed. */
export function checkoutAssets(
  root: string,
  { layersPath, sitePath }: BuiltAssets = {},
): ServiceAssets {
  const layers = checkoutLayers(root);
  return {
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    functionCode: (name, needs) => ({
      code: bundledCode(root, name as FunctionName, needs),
      handler: 'index.handler',
    }),
    edgeFunction: (name) => edgeFunctionOf(root, name),
    sharpLayer: (architecture) => layersPath ?? layers.sharp(architecture),
    decodersLayer: () => layersPath ?? layers.decoders(),
    heifLayer: () => layersPath ?? layers.heif(),
    siteWriter: sitePath ? { folder: sitePath } : checkoutSite(root, LAMBDA_BUNDLE),
  };
}
