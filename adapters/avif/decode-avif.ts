import { createRequire } from 'node:module';
import type { DecodedPixels } from '../../core/codecs/image-file.ts';
import { BrokenImageError } from '../../core/ports/images/image-engine.ts';
import { compileBounded } from '../wasm/compile-bounded.ts';
import { type LoaderOptions, loaderOptions } from '../wasm/emscripten.ts';
import type { WasmFiles } from '../wasm/find-wasm.ts';

/** The part of the package's own interface that is used here. */
interface AvifDecoder {
  decode(
    image: Uint8Array,
    bitDepth: 8,
  ): { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number } | null;
}

type Crop = Pick<DecodedPixels, 'width' | 'height'>;

type LoadAvif = (options: LoaderOptions) => Promise<AvifDecoder>;

/** Of one instance. 48 megapixels took 813 MB. */
export const MAX_AVIF_MEMORY_BYTES = 1024 ** 3;

/**
 * Decodes the first image of an AVIF within the bounds, before orientation, in four channels. Of a
 * crop there are its pixels alone. Each image has its own instance of the module. So a fault of the
 * decoder reaches no other image, and its memory is freed. Throws BrokenImageError if anything
 * fails, a lack of the module's memory included.
 */
export async function decodeAvif(
  files: WasmFiles,
  image: Uint8Array,
  crop?: Crop,
): Promise<DecodedPixels> {
  // by `require`, as the other decoders: a function's bundle has no `import()` (decision 92)
  const { default: load } = createRequire(import.meta.url)(files.loader) as {
    readonly default: LoadAvif;
  };
  const module = await compileBounded(files.module, MAX_AVIF_MEMORY_BYTES);
  try {
    const decoder = await load(loaderOptions(module));
    const decoded = decoder.decode(image, 8);
    if (!decoded) throw new Error('the decoder refuses the file');
    const { data, width, height } = decoded;
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return cropped({ data: bytes, width, height, channels: 4 }, crop);
  } catch (cause) {
    throw new BrokenImageError('the AVIF cannot be decoded', { cause });
  }
}

/** The pixels from the first row and column up to this size, packed in place. */
function cropped(pixels: DecodedPixels, crop: Crop | undefined): DecodedPixels {
  if (!crop) return pixels;
  const { data, channels } = pixels;
  const width = Math.min(crop.width, pixels.width);
  const height = Math.min(crop.height, pixels.height);
  const [row, stride] = [width * channels, pixels.width * channels];
  for (let y = 1; y < height; y += 1) data.copyWithin(y * row, y * stride, y * stride + row);
  return { data: data.subarray(0, height * row), width, height, channels };
}
