import { createRequire } from 'node:module';
import type { DecodedPixels } from '../../core/codecs/image-file.ts';
import { BrokenImageError } from '../../core/ports/images/image-engine.ts';
import { compileBounded } from '../wasm/compile-bounded.ts';
import { divideByAlpha } from '../wasm/divide-by-alpha.ts';
import { type LoaderOptions, loaderOptions } from '../wasm/emscripten.ts';
import type { WasmFiles } from '../wasm/find-wasm.ts';

/** A value of the module, which only the module can read. */
interface Opaque {
  readonly opaque: unique symbol;
}

interface DecodedChannel {
  readonly width: number;
  readonly height: number;
  /** The bytes from a row to the next. */
  readonly stride: number;
  readonly data: Uint8Array;
}

/** The part of libheif's own interface that is used here. */
interface Heif {
  readonly heif_error_code: { readonly heif_error_Ok: Opaque };
  readonly heif_colorspace: { readonly heif_colorspace_RGB: Opaque };
  readonly heif_chroma: {
    readonly heif_chroma_interleaved_RGB: Opaque;
    readonly heif_chroma_interleaved_RGBA: Opaque;
  };
  heif_context_alloc(): Opaque;
  heif_context_read_from_memory(context: Opaque, bytes: Uint8Array): { readonly code: Opaque };
  heif_js_context_get_primary_image_handle(context: Opaque): Opaque;
  /** Of any item with pixels; another value for one that can't be read. */
  heif_js_context_get_image_handle(context: Opaque, id: number): Opaque;
  heif_image_handle_has_alpha_channel(handle: Opaque): number;
  heif_image_handle_is_premultiplied_alpha(handle: Opaque): number;
  heif_js_decode_image2(
    handle: Opaque,
    colours: Opaque,
    chroma: Opaque,
  ): Promise<{ readonly channels?: readonly DecodedChannel[] }>;
}

type LoadHeif = (options: LoaderOptions) => Heif;

/** Of one instance. 48 megapixels took 650 MB. */
export const MAX_HEIC_MEMORY_BYTES = 1024 ** 3;

/**
 * Decodes an image of a HEIC within the bounds, upright: the primary one, or the item with an ID.
 * Each image has its own instance of the module. So a fault of the decoder reaches no other image,
 * and its memory is freed. Throws BrokenImageError if anything fails, a lack of the module's memory
 * included.
 */
export async function decodeHeic(
  files: WasmFiles,
  image: Uint8Array,
  id?: number,
): Promise<DecodedPixels> {
  const load = createRequire(import.meta.url)(files.loader) as LoadHeif;
  const module = await compileBounded(files.module, MAX_HEIC_MEMORY_BYTES);
  try {
    return await decode(load(loaderOptions(module)), image, id);
  } catch (cause) {
    throw new BrokenImageError('the HEIC cannot be decoded', { cause });
  }
}

async function decode(
  heif: Heif,
  image: Uint8Array,
  id: number | undefined,
): Promise<DecodedPixels> {
  const context = heif.heif_context_alloc();
  const { code } = heif.heif_context_read_from_memory(context, image);
  if (code !== heif.heif_error_code.heif_error_Ok) throw new Error('the file cannot be read');
  const handle =
    id === undefined
      ? heif.heif_js_context_get_primary_image_handle(context)
      : heif.heif_js_context_get_image_handle(context, id);
  const hasAlpha = heif.heif_image_handle_has_alpha_channel(handle) !== 0;
  const { heif_chroma_interleaved_RGB, heif_chroma_interleaved_RGBA } = heif.heif_chroma;
  const { channels } = await heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
  );
  const [pixels] = channels ?? [];
  if (!pixels) throw new Error('the image has no pixels');
  const packed = packRows(pixels, hasAlpha ? 4 : 3);
  if (hasAlpha && heif.heif_image_handle_is_premultiplied_alpha(handle)) divideByAlpha(packed.data);
  return packed;
}

function packRows({ data, width, height, stride }: DecodedChannel, channels: 3 | 4): DecodedPixels {
  const row = width * channels;
  const packed = new Uint8Array(row * height);
  for (let y = 0; y < height; y += 1) {
    packed.set(data.subarray(y * stride, y * stride + row), y * row);
  }
  return { data: packed, width, height, channels };
}
