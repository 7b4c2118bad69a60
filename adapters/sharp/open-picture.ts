import type { Sharp, SharpOptions } from 'sharp';
import { detectFormat } from '../../core/codecs/detect-format.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { SharpModule } from './load-sharp.ts';

const DECODING: SharpOptions = {
  failOn: 'warning', // of a cut or damaged file nothing is shown, rather than a half grey picture
  limitInputPixels: LIMITS.maxInputPixels,
  sequentialRead: true,
};

/** Opens the encoded bytes of a picture, all of its frames as one roll or the first alone. */
export function openServedImage(sharp: SharpModule, bytes: Uint8Array, allFrames: boolean): Sharp {
  return sharp(bytes, { ...DECODING, ...(allFrames ? { animated: true } : { pages: 1 }) });
}

/**
 * Whether a decoder may shrink as far as it can. Of a JPEG it would lose detail (13 to 15 % more
 * bytes at equal score), of a WebP doing without costs 1.87 times as much (measured).
 */
export function mayShrinkFast(bytes: Uint8Array): boolean {
  return detectFormat(bytes) !== 'jpg';
}
