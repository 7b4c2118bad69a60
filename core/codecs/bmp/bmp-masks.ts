import { ImageFileFault } from '../image-file.ts';
import { readUint32Le } from '../read-bytes.ts';

/** The bits of a pixel that are one channel; none has the mask 0. */
export interface BmpMask {
  readonly mask: number;
  readonly shift: number;
  /** The largest value of the channel. */
  readonly most: number;
}

/** The channels of pixels of 16 or 32 bits. */
export interface BmpMasks {
  readonly red: BmpMask;
  readonly green: BmpMask;
  readonly blue: BmpMask;
  readonly alpha: BmpMask;
}

const MASKS_AT = 54; // behind 40 bytes of header, or a part of a larger one
const INFO_END = MASKS_AT;
const WITH_ALPHA_END = 70;
const WITH_ALPHA = 6;
const BROKEN = 'The BMP is broken.';

/** A mask of neighbouring bits; an ImageFileFault for others, as in browsers. */
function maskOf(mask: number): BmpMask {
  if (mask === 0) return { mask, shift: 0, most: 0 };
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  if ((most & (most + 1)) !== 0) throw new ImageFileFault(BROKEN);
  return { mask, shift, most };
}

function masksOf(red: number, green: number, blue: number, alpha: number): BmpMasks {
  return { red: maskOf(red), green: maskOf(green), blue: maskOf(blue), alpha: maskOf(alpha) };
}

const OF_16_BITS = masksOf(0x7c00, 0x03e0, 0x1f, 0);
const OF_32_BITS = masksOf(0xff0000, 0xff00, 0xff, 0);

interface MaskedHeader {
  readonly bits: number;
  readonly isMasked: boolean;
  readonly compression: number;
  readonly end: number;
}

/**
 * The masks of a BMP, and the number of their bytes behind the header. An ImageFileFault if one has
 * gaps, or if two share a bit.
 */
export function readMasks(
  bytes: Uint8Array,
  { bits, isMasked, compression, end }: MaskedHeader,
): { readonly masks: BmpMasks; readonly maskBytes: number } {
  if (!isMasked) return { masks: bits === 16 ? OF_16_BITS : OF_32_BITS, maskBytes: 0 };
  const hasAlpha = compression === WITH_ALPHA || end >= WITH_ALPHA_END;
  const count = hasAlpha ? 4 : 3;
  const [red = 0, green = 0, blue = 0, alpha = 0] = Array.from({ length: count }, (_, at) =>
    readUint32Le(bytes, MASKS_AT + 4 * at),
  );
  const shared = (red & green) | (red & blue) | (green & blue) | (alpha & (red | green | blue));
  if (shared !== 0) throw new ImageFileFault(BROKEN);
  const maskBytes = end === INFO_END ? 4 * count : 0;
  return { masks: masksOf(red, green, blue, alpha), maskBytes };
}

/** The channel of a pixel, in 8 bits. */
export function channelOf(pixel: number, { mask, shift, most }: BmpMask): number {
  const value = (pixel & mask) >>> shift;
  if (most === 255) return value;
  if (most > 255) return value >>> (24 - Math.clz32(most));
  return most === 0 ? 0 : Math.round((value * 255) / most);
}
