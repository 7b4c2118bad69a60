import type { DecodedPixels } from '../wasm/decoded-pixels.ts';
import type { SharpModule } from './load-sharp.ts';
import { orientPixels } from './orient-pixels.ts';

/** As in `reencode`: a rendition made from it shows no second loss. */
const STORED_QUALITY = 90;

function isOpaque({ data, channels }: DecodedPixels): boolean {
  if (channels === 3) return true;
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] !== 255) return false;
  }
  return true;
}

/** A PNG of the pixels. */
export function encodePng(sharp: SharpModule, pixels: DecodedPixels): Promise<Uint8Array> {
  const { data, width, height, channels } = pixels;
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
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
  const data = Buffer.from(decoded.data.buffer, decoded.data.byteOffset, decoded.data.byteLength);
  const upright = await orientPixels(sharp, { ...decoded, data, frames: 1 }, orientation);
  const { width, height, channels } = upright;
  const pixels = { data: upright.data, width, height, channels: channels === 4 ? 4 : 3 } as const;
  if (!isOpaque(pixels)) return encodePng(sharp, pixels);
  return sharp(pixels.data, { raw: { width, height, channels }, limitInputPixels: false })
    .removeAlpha()
    .jpeg({ quality: STORED_QUALITY, chromaSubsampling: hasFullChroma ? '4:4:4' : '4:2:0' })
    .toBuffer();
}
