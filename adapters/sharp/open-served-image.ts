import type { Sharp, SharpOptions } from 'sharp';
import { detectFormat } from '../../core/codecs/detect-format.ts';
import { decodeGif } from '../../core/codecs/gif/decode-gif.ts';
import { isMisreadGif } from '../../core/codecs/gif/read-gif-header.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { SharpModule } from './load-sharp.ts';
import { openPixels } from './pixels.ts';

const DECODING: SharpOptions = {
  failOn: 'warning', // a truncated or damaged file fails, rather than showing a half grey image
  limitInputPixels: LIMITS.maxInputPixels,
  sequentialRead: true,
};

/** Opens the file itself, for the facts of its header. */
export function openFile(sharp: SharpModule, bytes: Uint8Array, allFrames: boolean): Sharp {
  return sharp(bytes, { ...DECODING, ...(allFrames ? { animated: true } : { pages: 1 }) });
}

/** Whether sharp gets the image as pixels, whose frames it doesn't resize one by one. */
export function isDecodedHere(bytes: Uint8Array): boolean {
  return detectFormat(bytes) === 'gif' && isMisreadGif(bytes);
}

/** The pixels of a GIF that browsers show in another way than its decoder. */
function openDecodedGif(sharp: SharpModule, bytes: Uint8Array, allFrames: boolean): Sharp {
  const decoded = decodeGif(bytes, allFrames);
  const { buffer, byteOffset, byteLength } = decoded.data;
  const data = Buffer.from(buffer, byteOffset, byteLength);
  return openPixels(sharp, { ...decoded, data, channels: 4 });
}

/**
 * Opens the pixels of an image's encoded bytes as browsers show them: all of its frames as one
 * roll, or only the first. Throws an ImageFileFault for a broken GIF.
 */
export function openServedImage(sharp: SharpModule, bytes: Uint8Array, allFrames: boolean): Sharp {
  return (isDecodedHere(bytes) ? openDecodedGif : openFile)(sharp, bytes, allFrames);
}

/**
 * Whether a decoder may shrink as far as it can. A JPEG would lose detail (13 to 15 % more bytes at
 * equal score); a WebP costs 1.87 times as much without it (measured).
 */
export function mayShrinkFast(bytes: Uint8Array): boolean {
  return detectFormat(bytes) !== 'jpg';
}
