import type { HeicTraits } from '../../core/ports/images/image-engine.ts';
import type { HeifPixels } from '../heif/decode-heic.ts';
import type { SharpModule } from './load-sharp.ts';

/** As in `reencode`: a rendition made from it shows no second loss. */
const STORED_QUALITY = 90;

/**
 * A JPEG of the pixels, or a PNG if they have alpha. The JPEG has chroma at half size, as phones
 * send it, unless the HEIC had it at full size.
 */
export function convertHeic(
  sharp: SharpModule,
  { data, width, height, channels }: HeifPixels,
  { hasFullChroma }: HeicTraits,
): Promise<Uint8Array> {
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  if (channels === 4) return image.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  const chromaSubsampling = hasFullChroma ? '4:4:4' : '4:2:0';
  return image.jpeg({ quality: STORED_QUALITY, chromaSubsampling }).toBuffer();
}
