import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The decoder's files: the loader of the WebAssembly module, and the module. */
export interface HeifFiles {
  readonly loader: string;
  readonly module: string;
}

/**
 * The package `libheif-js`, which is optional; undefined where it isn't installed. By `require`,
 * because only that searches a Lambda layer, whose folder is in NODE_PATH.
 */
export function findHeif(): HeifFiles | undefined {
  try {
    const { resolve } = createRequire(import.meta.url);
    const loader = resolve('libheif-js/libheif-wasm/libheif.js');
    const module = join(dirname(loader), 'libheif.wasm');
    return existsSync(module) ? { loader, module } : undefined;
  } catch {
    return undefined;
  }
}
