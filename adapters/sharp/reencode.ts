import type { EngineFacts } from '../../core/ports/images/image-engine.ts';
import type { UploadFormat } from '../../core/transform/formats.ts';
import { encode } from './encode.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { openServedImage } from './open-served-image.ts';
import { openPixels, readPixels } from './pixels.ts';

/** High enough that a rendition made from it shows no second loss. */
const STORED_QUALITY = 90;

/**
 * Decodes the first frame, turns it upright and encodes it again without any other data; rejects
 * with sharp's own errors.
 */
export async function reencode(
  sharp: SharpModule,
  image: Uint8Array,
  format: UploadFormat,
): Promise<{ bytes: Uint8Array; facts: EngineFacts }> {
  const { image: opened } = await openServedImage(sharp, image, false);
  const pixels = await readPixels(opened.autoOrient());
  const { width, height, channels } = pixels;
  const requested = {
    format,
    quality: STORED_QUALITY,
    resize: { how: 'scale' as const, size: { width, height } },
    pad: undefined,
    isAnimated: false,
    isFastEncoded: false,
  };
  const bytes = await encode(openPixels(sharp, pixels), requested, {}).toBuffer();
  return { bytes, facts: { width, height, frames: 1, hasAlpha: channels === 4 } };
}
