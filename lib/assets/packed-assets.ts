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
import { installSharp, type Processor, SHARP_MANIFESTS } from './install-sharp.ts';
import type { FunctionNeeds, ServiceAssets } from './service-assets.ts';

/** Names of the files and folders of a package, below its folder. */
export const PACKED = {
  functions: 'functions',
  edge: 'edge',
  sharp: 'sharp-layer',
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
  if (copiedModules) cpSync(copiedModules, join(copy, 'node_modules'), { recursive: true });
  return copy;
}

/** sharp for a processor, from the cache or the registry: one folder for each lockfile. */
function fetchSharp(manifests: string, cache: string, cpu: Processor): string {
  const hash = createHash('sha256');
  for (const name of SHARP_MANIFESTS) hash.update(readFileSync(join(manifests, name)));
  const folder = join(cache, `sharp-${cpu}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    installSharp(manifests, unfinished, cpu);
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

/** The assets of a package: everything but sharp was built when it was packed. */
export function packedAssets({ folder, cache }: PackageFolders, version: string): ServiceAssets {
  return {
    version,
    functionCode: (name, needs) => {
      const built = join(folder, PACKED.functions, name);
      const isAsBuilt = !needs.isBuffered && needs.copiedModules === undefined;
      const code = Code.fromAsset(isAsBuilt ? built : copyFunction(built, needs));
      return { code, handler: 'index.handler' };
    },
    edgeFunction: (name) => readFileSync(join(folder, PACKED.edge, `${name}.js`), 'utf8'),
    sharpLayer: (cpu) => fetchSharp(join(folder, PACKED.sharp), cache, cpu),
    siteWriter: { folder: join(folder, PACKED.siteWriter) },
  };
}
