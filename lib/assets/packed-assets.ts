import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { installDecoders, installHeif, installSharp, LAYER_MANIFESTS } from './install-layer.ts';
import type { FunctionNeeds, ServiceAssets } from './service-assets.ts';

/** Names of the files and folders of a package, below its folder. */
export const PACKED = {
  functions: 'functions',
  edge: 'edge',
  sharp: 'sharp-layer',
  decoders: 'decoders-layer',
  heif: 'heif-layer',
  siteWriter: 'site',
} as const;

/** The file of a function's code in its folder. */
export const HANDLER_FILE = 'index.mjs';

/** In front of the code: the runtime's streams are taken away before any line looks for them. */
const WITHOUT_STREAMS = 'globalThis.awslambda=undefined;\n';

/** On emulators only: the code beside its modules, or without streams. */
function copyFunction(from: string, { isBuffered, copiedModules }: FunctionNeeds): string {
  const copy = mkdtempSync(join(tmpdir(), 'imagewell-function-'));
  cpSync(from, copy, { recursive: true });
  const path = join(copy, HANDLER_FILE);
  if (isBuffered) writeFileSync(path, WITHOUT_STREAMS + readFileSync(path, 'utf8'));
  for (const modules of copiedModules) {
    cpSync(modules, join(copy, 'node_modules'), { recursive: true });
  }
  return copy;
}

/** A layer's packages, from the cache or the registry: one folder for each lockfile. */
function fetchLayer(
  manifests: string,
  cache: string,
  name: string,
  install: (manifests: string, folder: string) => void,
): string {
  const hash = createHash('sha256');
  for (const file of LAYER_MANIFESTS) hash.update(readFileSync(join(manifests, file)));
  const folder = join(cache, `${name}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    install(manifests, unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // another synth may have been faster
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The folder of a package, and the folder of its downloads. */
export interface PackageFolders {
  readonly folder: string;
  readonly cache: string;
}

/** The assets of a package: everything but its layers was built when it was packed. */
export function packedAssets({ folder, cache }: PackageFolders, version: string): ServiceAssets {
  return {
    version,
    functionCode: (name, needs) => {
      const built = join(folder, PACKED.functions, name);
      const isAsBuilt = !needs.isBuffered && needs.copiedModules.length === 0;
      const code = Code.fromAsset(isAsBuilt ? built : copyFunction(built, needs));
      return { code, handler: 'index.handler' };
    },
    edgeFunction: (name) => readFileSync(join(folder, PACKED.edge, `${name}.js`), 'utf8'),
    sharpLayer: (cpu) =>
      fetchLayer(join(folder, PACKED.sharp), cache, `sharp-${cpu}`, (from, to) =>
        installSharp(from, to, cpu),
      ),
    decodersLayer: () =>
      fetchLayer(join(folder, PACKED.decoders), cache, 'decoders', installDecoders),
    heifLayer: () => fetchLayer(join(folder, PACKED.heif), cache, 'heif', installHeif),
    siteWriter: { folder: join(folder, PACKED.siteWriter) },
  };
}
