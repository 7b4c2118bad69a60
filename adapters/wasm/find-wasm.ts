import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The files of a decoder: the loader of the WebAssembly module, and the module. */
export interface WasmFiles {
  readonly loader: string;
  readonly module: string;
}

/** The loader of each decoder, within its package, and the module beside it. */
const PLACES = {
  heic: ['libheif-js/libheif-wasm/libheif.js', 'libheif.wasm'],
  avif: ['@jsquash/avif/codec/dec/avif_dec.js', 'avif_dec.wasm'],
  svg: ['@resvg/resvg-wasm', 'index_bg.wasm'],
} as const;

/**
 * The decoder of a format; undefined where its package isn't installed. By `require`, because only
 * that searches a Lambda layer, whose folder is in NODE_PATH.
 */
export function findWasm(format: keyof typeof PLACES): WasmFiles | undefined {
  const [place, name] = PLACES[format];
  try {
    const loader = createRequire(import.meta.url).resolve(place);
    const module = join(dirname(loader), name);
    return existsSync(module) ? { loader, module } : undefined;
  } catch {
    return undefined;
  }
}
