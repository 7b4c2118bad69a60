import type { Sharp, SharpOptions } from 'sharp';
import { detectFormat } from '../../core/codecs/detect-format.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { SharpModule } from './load-sharp.ts';

const DECODING: SharpOptions = {
  failOn: 'warning', // a truncated or damaged file fails, rather than showing a half grey image
  limitInputPixels: LIMITS.maxInputPixels,
  sequentialRead: true,
};

/** Opens the encoded bytes of an image: all of its frames as one roll, or only the first. */
export function openServedImage(sharp: SharpModule, bytes: Uint8Array, allFrames: boolean): Sharp {
  return sharp(bytes, { ...DECODING, ...(allFrames ? { animated: true } : { pages: 1 }) });
}

/**
 * Whether a decoder may shrink as far as it can. A JPEG would lose detail (13 to 15 % more bytes at
 * equal score); a WebP costs 1.87 times as much without it (measured).
 */
export function mayShrinkFast(bytes: Uint8Array): boolean {
  return detectFormat(bytes) !== 'jpg';
}
