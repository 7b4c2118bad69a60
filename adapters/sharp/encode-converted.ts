import type { DecodedPixels } from '../../core/codecs/image-file.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { orientPixels } from './orient-pixels.ts';
import { openPixels, type Pixels } from './pixels.ts';

/** As in `reencode`: a rendition made from it shows no second loss. */
const STORED_QUALITY = 90;

function isOpaque({ data, channels }: DecodedPixels): boolean {
  if (channels === 3) return true;
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] !== 255) return false;
  }
  return true;
}

function asFrame(decoded: DecodedPixels): Pixels {
  const { buffer, byteOffset, byteLength } = decoded.data;
  return { ...decoded, data: Buffer.from(buffer, byteOffset, byteLength), frames: 1 };
}

function encodeFrame(sharp: SharpModule, frame: Pixels): Promise<Uint8Array> {
  return openPixels(sharp, frame).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
}

/** Pixels that are encoded within half a second of CPU, of noise too. */
const QUICK_PIXELS = 2_048 * 2_048;
/** The part of its bytes that a large drawing of few details stays far below. */
const NOISE_SHARE = 1 / 4;

/**
 * A PNG of a drawing. Noise of 4,096 x 4,096 pixels took 1.6 s of CPU with the settings of other
 * PNGs. So a large drawing whose quick attempt stays large is kept as that attempt made it.
 */
export async function encodeDrawing(
  sharp: SharpModule,
  decoded: DecodedPixels,
): Promise<Uint8Array> {
  const frame = asFrame(decoded);
  if (frame.width * frame.height > QUICK_PIXELS) {
    const quick = await openPixels(sharp, frame).png({ compressionLevel: 1 }).toBuffer();
    if (quick.length > frame.data.length * NOISE_SHARE) return quick;
  }
  return encodeFrame(sharp, frame);
}

/** A PNG of the pixels. */
export function encodePng(sharp: SharpModule, decoded: DecodedPixels): Promise<Uint8Array> {
  return encodeFrame(sharp, asFrame(decoded));
}

/**
 * A JPEG of a decoded photo, turned upright, or a PNG if a pixel is transparent. The JPEG has
 * chroma at half size, as phones send it, unless the photo had it at full size.
 */
export async function encodePhoto(
  sharp: SharpModule,
  decoded: DecodedPixels,
  { hasFullChroma, orientation = 1 }: { hasFullChroma: boolean; orientation?: number },
): Promise<Uint8Array> {
  const upright = await orientPixels(sharp, asFrame(decoded), orientation);
  if (!isOpaque(decoded)) return encodeFrame(sharp, upright);
  return openPixels(sharp, upright)
    .removeAlpha()
    .jpeg({ quality: STORED_QUALITY, chromaSubsampling: hasFullChroma ? '4:4:4' : '4:2:0' })
    .toBuffer();
}

function isGrey({ data, channels }: DecodedPixels): boolean {
  for (let at = 0; at < data.length; at += channels) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  }
  return true;
}

/** A JPEG of the values of a gain map: of one channel where all are the same. */
export function encodeMap(sharp: SharpModule, decoded: DecodedPixels): Promise<Uint8Array> {
  const opened = openPixels(sharp, asFrame(decoded)).removeAlpha();
  const map = isGrey(decoded) ? opened.toColourspace('b-w') : opened;
  return map.jpeg({ quality: STORED_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
}
