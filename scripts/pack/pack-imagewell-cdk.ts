/**
 * `npm run pack -- cdk`: the package imagewell-cdk into .build/packages. It has the construct for
 * both kinds of modules with its types, and the code of functions, edge and site, built now.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { App, type CfnElement } from 'aws-cdk-lib';
import { build, type Metafile } from 'esbuild';
import { checkoutAssets, LAMBDA_BUNDLE } from '../../lib/assets/checkout-assets.ts';
import { bundleSite } from '../../lib/assets/checkout-site.ts';
import { LAYER_MANIFESTS } from '../../lib/assets/install-layer.ts';
import { HANDLER_FILE, PACKED } from '../../lib/assets/packed-assets.ts';
import type { EdgeFunctionName } from '../../lib/assets/service-assets.ts';
import { FUNCTIONS } from '../../lib/functions.ts';
import { ImageServiceStack } from '../../lib/image-service-stack.ts';
import { parseSettings } from '../../lib/parse-settings.ts';
import { packStaged, stagedFolder } from '../packages/pack-staged.ts';
import { noticesOf } from '../packages/third-party-notices.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'packages/imagewell-cdk');
const ENTRY = join(SOURCE, 'src/imagewell-cdk.ts');
const NAME = 'imagewell-cdk';
const STAGED = stagedFolder(NAME);
const DIST = join(STAGED, 'dist');
const EDGE = Object.keys({
  'viewer-request': true,
  'viewer-response': true,
  'private-request': true,
  'private-response': true,
  'old-request': true,
  site: true,
} satisfies Record<EdgeFunctionName, true>) as EdgeFunctionName[];

interface FunctionTemplate {
  readonly Resources: Readonly<
    Record<string, { readonly Properties: { readonly Code: { readonly S3Key: string } } }>
  >;
}

/** The code of every function as the stack of this checkout has it, so that both are the same. */
function packFunctions(): void {
  const work = mkdtempSync(join(tmpdir(), 'imagewell-pack-'));
  try {
    process.env.CDK_VALIDATION = 'false'; // only the code is used
    const outdir = join(work, 'cdk.out');
    const layersPath = join(work, 'layer');
    mkdirSync(layersPath);
    const app = new App({ outdir });
    const settings = parseSettings({ events: 'on', rekognition: 'on' });
    const stack = new ImageServiceStack(app, 'pack', {
      settings,
      root: ROOT,
      layersPath,
      sitePath: layersPath,
    });
    const template: FunctionTemplate = app.synth().getStackByName('pack').template;
    for (const name of Object.keys(FUNCTIONS)) {
      const fn = stack.node.findChild('Default').node.findChild(name);
      const id = stack.getLogicalId(fn.node.defaultChild as CfnElement);
      const key = template.Resources[id]?.Properties.Code.S3Key ?? '';
      const asset = join(outdir, `asset.${key.replace(/\.zip$/, '')}`);
      const folder = join(DIST, PACKED.functions, name);
      mkdirSync(folder, { recursive: true });
      copyFileSync(join(asset, HANDLER_FILE), join(folder, HANDLER_FILE));
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}

function packEdge(): void {
  const { edgeFunction } = checkoutAssets(ROOT);
  mkdirSync(join(DIST, PACKED.edge), { recursive: true });
  for (const name of EDGE) {
    writeFileSync(join(DIST, PACKED.edge, `${name}.js`), edgeFunction(name));
  }
}

function packLayers(): void {
  for (const layer of ['sharp', 'decoders', 'heif'] as const) {
    mkdirSync(join(DIST, PACKED[layer]), { recursive: true });
    for (const name of LAYER_MANIFESTS) {
      copyFileSync(join(ROOT, 'layers', layer, name), join(DIST, PACKED[layer], name));
    }
  }
}

/** The files in the bundles of the functions, which the stack has made without naming them. */
async function listFunctionFiles(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: Object.values(FUNCTIONS).map(({ entry }) => entry),
    outdir: '.',
    write: false,
    ...LAMBDA_BUNDLE,
    metafile: true,
  });
  return metafile;
}

async function packModule(format: 'esm' | 'cjs'): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [ENTRY],
    outfile: join(DIST, `imagewell-cdk.${format === 'esm' ? 'mjs' : 'cjs'}`),
    bundle: true,
    platform: 'node',
    target: 'node20.11',
    format,
    external: ['aws-cdk-lib', 'constructs'],
    ...(format === 'cjs' ? { define: { 'import.meta.dirname': '__dirname' } } : {}),
    legalComments: 'none', // THIRD-PARTY-NOTICES.md has all of them
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

/** Imports of a declaration file, `from './x.ts'`. */
const RELATIVE = /(from|import\()(\s*)'(\.[^']+)\.ts'/g;

/** The types that the entry reaches, for each kind of module. */
function packTypes(): void {
  const work = mkdtempSync(join(tmpdir(), 'imagewell-types-'));
  try {
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', SOURCE, '--outDir', work], {
      stdio: ['ignore', 2, 2],
    });
    const entry = join(work, relative(ROOT, ENTRY)).replace(/\.ts$/, '.d.ts');
    const reached = new Map<string, string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      const text = readFileSync(path, 'utf8');
      reached.set(path, text);
      for (const [, , , target = ''] of text.matchAll(RELATIVE)) {
        visit(`${resolve(dirname(path), target)}.d.ts`);
      }
    };
    visit(entry);
    for (const kind of ['mts', 'cts'] as const) {
      const place = (path: string) =>
        path === entry ? 'imagewell-cdk' : relative(work, path).replace(/\.d\.ts$/, '');
      for (const [path, text] of reached) {
        const own = place(path);
        const written = text.replace(RELATIVE, (_all, word, space, target) => {
          const to = place(`${resolve(dirname(path), target)}.d.ts`);
          const way = relative(dirname(own), to);
          const script = kind === 'mts' ? 'mjs' : 'cjs';
          return `${word}${space}'${way.startsWith('.') ? way : `./${way}`}.${script}'`;
        });
        const target = join(DIST, `${own}.d.${kind}`);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, written);
      }
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}

process.chdir(ROOT); // the bundles name their files from here
rmSync(STAGED, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });
packFunctions();
packEdge();
packLayers();
const bundles = await Promise.all([
  listFunctionFiles(),
  bundleSite(ROOT, LAMBDA_BUNDLE, join(DIST, PACKED.siteWriter)),
  packModule('esm'),
  packModule('cjs'),
]);
writeFileSync(join(STAGED, 'THIRD-PARTY-NOTICES.md'), noticesOf(bundles));
packTypes();
console.log(packStaged(NAME, { source: SOURCE }));
