import { createRequire } from 'node:module';
import { type CompiledModule, compileBounded } from '../wasm/compile-bounded.ts';
import type { WasmFiles } from '../wasm/find-wasm.ts';

/** The options of a drawing that are used here. */
interface DrawingOptions {
  readonly fitTo?: { readonly mode: 'width' | 'height'; readonly value: number };
  readonly font: { readonly loadSystemFonts: false };
}

/** An SVG that the renderer has read; pixels are premultiplied, lengths in units of the SVG. */
interface Drawing {
  render(): { readonly pixels: Uint8Array; readonly width: number; readonly height: number };
}

/** The part of the package's own interface that is used here. */
interface Resvg {
  initWasm(module: CompiledModule): Promise<void>;
  readonly Resvg: new (svg: string, options: DrawingOptions) => Drawing;
}

const MAX_MEMORY_BYTES = 512 * 1024 ** 2;

/** The package's loader, which holds one instance of the module: read again for each image. */
function load({ loader }: WasmFiles): Resvg {
  const require = createRequire(import.meta.url);
  delete require.cache[loader];
  try {
    return require(loader) as Resvg;
  } finally {
    delete require.cache[loader];
  }
}

/** A renderer with an instance of the module for itself, whose memory is bounded. */
export async function openResvg(
  files: WasmFiles,
): Promise<(svg: string, options: DrawingOptions) => Drawing> {
  const module = await compileBounded(files.module, MAX_MEMORY_BYTES);
  const { initWasm, Resvg } = load(files);
  await initWasm(module);
  return (svg, options) => new Resvg(svg, options);
}
