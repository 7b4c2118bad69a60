import {
  BrokenImageError,
  type Conversions,
  type ImageEngine,
  UnfitContentError,
} from '../../core/ports/images/image-engine.ts';
import {
  CONVERTED_FORMATS,
  type ConvertedFormat,
  UPLOAD_FORMATS,
} from '../../core/transform/formats.ts';
import { decodeAvif } from '../avif/decode-avif.ts';
import { decodeHeic } from '../heif/decode-heic.ts';
import { type DrawingOptions, drawSvg } from '../svg/draw-svg.ts';
import { findWasm, type WasmFiles } from '../wasm/find-wasm.ts';
import { decodeFully } from './decode-fully.ts';
import { encodeDrawing, encodeMap, encodePhoto, encodePng } from './encode-converted.ts';
import { loadSharp, type SharpModule } from './load/load-sharp.ts';
import type { MeasureText } from './paint-overlay.ts';
import { readPlaceholder } from './placeholder.ts';
import { reencode } from './reencode.ts';
import { render } from './render.ts';
import { measureText } from './text/draw-text.ts';

/**
 * Finds the cause of an error: sharp's errors have no codes, so each image is decoded separately.
 * Throws BrokenImageError if that fails too, else the original error.
 */
async function validateImages<T>(
  sharp: SharpModule,
  images: readonly Uint8Array[],
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof UnfitContentError) throw cause;
    for (const image of images) await decodeFully(sharp, image);
    throw cause;
  }
}

/** Formats whose decoder is a package. BMP is read by our own code. */
type DecodedFormat = Exclude<ConvertedFormat, 'bmp'>;
type Decoders = Readonly<Record<DecodedFormat, WasmFiles | undefined>>;

/** The files of a decoder; throws BrokenImageError if they aren't installed. */
function installed(decoders: Decoders, format: DecodedFormat): WasmFiles {
  const files = decoders[format];
  if (!files) throw new BrokenImageError(`no decoder of ${format} is installed`);
  return files;
}

function conversionsOf(
  sharp: SharpModule,
  decoders: Decoders,
  drawing: DrawingOptions | undefined,
): Conversions {
  return {
    heic: async (image, traits) =>
      encodePhoto(sharp, await decodeHeic(installed(decoders, 'heic'), image), traits),
    heicMap: async (image, id) =>
      encodeMap(sharp, await decodeHeic(installed(decoders, 'heic'), image, id)),
    avif: async (image, traits) =>
      encodePhoto(sharp, await decodeAvif(installed(decoders, 'avif'), image, traits.crop), traits),
    bmp: (pixels) => encodePng(sharp, pixels),
    svg: async (svg, size) =>
      encodeDrawing(sharp, await drawSvg(installed(decoders, 'svg'), svg, size, drawing)),
  };
}

/**
 * The engine over sharp, which is loaded here and nowhere else; its settings apply to the whole
 * process. HEIC comes in where its decoder is installed and permitted.
 */
export async function createSharpEngine(
  hasHeic = true,
  drawing?: DrawingOptions,
): Promise<ImageEngine> {
  const sharp = await loadSharp();
  const decoders = {
    heic: hasHeic ? findWasm('heic') : undefined,
    avif: findWasm('avif'),
    svg: findWasm('svg'),
  };
  return {
    decodeFully: (image) => decodeFully(sharp, image),
    render: async (original, transformation, overlays = [], credit = null) => {
      const measure: MeasureText = (text, setting) => measureText(sharp, text, setting);
      const sent = { original, overlays, credit };
      const rendering = render(sharp, measure, transformation, sent);
      return validateImages(sharp, [original, ...overlays], rendering);
    },
    reencode: (image, format) => validateImages(sharp, [image], reencode(sharp, image, format)),
    placeholder: (image) => readPlaceholder(sharp, image),
    convert: conversionsOf(sharp, decoders, drawing),
    inputFormats: [
      ...UPLOAD_FORMATS,
      ...CONVERTED_FORMATS.filter((format) => format === 'bmp' || decoders[format]),
    ],
  };
}
