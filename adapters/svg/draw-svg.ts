import { createRequire } from 'node:module';
import type { DecodedPixels } from '../../core/codecs/image-file.ts';
import { BrokenImageError } from '../../core/ports/images/image-engine.ts';
import { type CompiledModule, compileBounded } from '../wasm/compile-bounded.ts';
import { divideByAlpha } from '../wasm/divide-by-alpha.ts';
import type { WasmFiles } from '../wasm/find-wasm.ts';

/** The part of the package's own interface that is used here. */
interface Resvg {
  initWasm(module: CompiledModule): Promise<void>;
  readonly Resvg: new (
    svg: string,
    options: {
      readonly fitTo: { readonly mode: 'width' | 'height'; readonly value: number };
      readonly font: { readonly loadSystemFonts: false };
    },
  ) => {
    render(): { readonly pixels: Uint8Array; readonly width: number; readonly height: number };
  };
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

/**
 * Draws an SVG of permitted elements at this size, without fonts, files or a network. Each image
 * has its own instance of the module. Throws BrokenImageError if anything fails, a lack of the
 * module's memory included.
 */
export async function drawSvg(
  files: WasmFiles,
  svg: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<DecodedPixels> {
  const module = await compileBounded(files.module, MAX_MEMORY_BYTES);
  const { initWasm, Resvg } = load(files);
  try {
    await initWasm(module);
    const mode = width >= height ? 'width' : 'height';
    const fitTo = { mode, value: mode === 'width' ? width : height } as const;
    const drawn = new Resvg(svg, { fitTo, font: { loadSystemFonts: false } }).render();
    const pixels = { data: drawn.pixels, width: drawn.width, height: drawn.height };
    divideByAlpha(pixels.data);
    return { ...pixels, channels: 4 };
  } catch (cause) {
    throw new BrokenImageError('the SVG cannot be drawn', { cause });
  }
}
