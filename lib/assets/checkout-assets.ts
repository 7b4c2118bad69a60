import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ICommandHooks, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import {
  buildEdgeFunction,
  buildSiteFunction,
  VIEWER_REQUEST_ENTRY,
  VIEWER_RESPONSE_ENTRY,
} from '../../lambdas/edge/build-edge-function.ts';
import { FUNCTIONS, type FunctionName } from '../functions.ts';
import type { EdgeFunctionName, ServiceAssets } from './service-assets.ts';

/**
 * Defined here because a module has no `require`, and a few packages of the SDK load Node's own
 * modules by it.
 */
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/**
 * sharp comes by its layer, or next to the code. The SDK is bundled, so the deployed code is the
 * tested one. The renderer's code loads in 156 ms of CPU time, instead of 243 with an SDK beside it
 * (medians of five). Credential providers other than variables are left out: Lambda needs no
 * others, and with them it is 193 ms.
 */
const NOT_BUNDLED = [
  'sharp',
  ...['http', 'ini', 'login', 'process', 'sso', 'web-identity'].map(
    (way) => `@aws-sdk/credential-provider-${way}`,
  ),
  '@smithy/credential-provider-imds',
];

/** The options of esbuild that every function's bundle has. */
export const FUNCTION_BUNDLE = {
  format: 'esm',
  target: 'node24',
  minify: true,
  sourcemap: false,
  mainFields: ['module', 'main'],
  external: NOT_BUNDLED,
  banner: { js: REQUIRE },
} as const;

/**
 * The runtime defines this name if functions can stream. If a Function URL can't, the name is
 * removed, so that the renderer buffers its response. By the bundler, because the runtime reads it
 * while the code loads.
 */
const WITHOUT_STREAMS = { 'globalThis.awslambda': 'undefined' };

/** By node, which exists on every machine that deploys; quoted for any shell. */
function copyModules(folders: readonly string[]): ICommandHooks {
  const none = () => [];
  return {
    beforeBundling: none,
    beforeInstall: none,
    afterBundling: (_inputDir, outputDir) => {
      const script = "require('fs').cpSync(process.argv[1],process.argv[2],{recursive:true})";
      const to = join(outputDir, 'node_modules');
      return folders.map((from) => `node -e "${script}" "${from}" "${to}"`);
    },
  };
}

/** The assets of a checkout, each bundled when it is needed; `admin deploy` uploads the site. */
export function checkoutAssets(root: string, sharpLayerPath?: string): ServiceAssets {
  const edge: Readonly<Record<EdgeFunctionName, () => string>> = {
    'viewer-request': () => buildEdgeFunction(root, VIEWER_REQUEST_ENTRY),
    'viewer-response': () => buildEdgeFunction(root, VIEWER_RESPONSE_ENTRY),
    site: () => buildSiteFunction(root),
  };
  return {
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    functionCode: (name, { isBuffered, copiedModules }) => ({
      entry: join(root, FUNCTIONS[name as FunctionName].entry),
      projectRoot: root,
      depsLockFilePath: join(root, 'package-lock.json'),
      bundling: {
        format: OutputFormat.ESM,
        target: FUNCTION_BUNDLE.target,
        minify: FUNCTION_BUNDLE.minify,
        sourceMap: FUNCTION_BUNDLE.sourcemap,
        mainFields: [...FUNCTION_BUNDLE.mainFields],
        externalModules: FUNCTION_BUNDLE.external,
        banner: FUNCTION_BUNDLE.banner.js,
        ...(isBuffered ? { define: WITHOUT_STREAMS } : {}),
        ...(copiedModules.length > 0 ? { commandHooks: copyModules(copiedModules) } : {}),
      },
    }),
    edgeFunction: (name) => edge[name](),
    sharpLayer: (architecture) => {
      const path = sharpLayerPath ?? join(root, 'layers/sharp/dist', architecture);
      if (existsSync(path)) return path;
      throw new Error(`The sharp layer is not built (${path}); run npm run build:layer.`);
    },
    heifLayer: () => {
      const path = join(root, 'layers/heif/dist');
      if (existsSync(path)) return path;
      throw new Error(`The layer of HEIC is not built (${path}); run npm run build:layer.`);
    },
    siteWriter: undefined,
  };
}
