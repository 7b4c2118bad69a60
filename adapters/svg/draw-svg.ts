import type { DecodedPixels } from '../../core/codecs/image-file.ts';
import { BrokenImageError } from '../../core/ports/images/image-engine.ts';
import { divideByAlpha } from '../wasm/divide-by-alpha.ts';
import type { WasmFiles } from '../wasm/find-wasm.ts';
import { openResvg } from './open-resvg.ts';

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
  try {
    const open = await openResvg(files);
    const mode = width >= height ? 'width' : 'height';
    const fitTo = { mode, value: mode === 'width' ? width : height } as const;
    const drawn = open(svg, { fitTo, font: { loadSystemFonts: false } }).render();
    const pixels = { data: drawn.pixels, width: drawn.width, height: drawn.height };
    divideByAlpha(pixels.data);
    return { ...pixels, channels: 4 };
  } catch (cause) {
    throw new BrokenImageError('the SVG cannot be drawn', { cause });
  }
}
