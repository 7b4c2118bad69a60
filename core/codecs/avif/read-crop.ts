import { readUint32Be } from '../read-bytes.ts';
import type { AvifParts } from './find-avif-parts.ts';
import type { AvifSize } from './read-coded-sizes.ts';

/** Of `clap` (ISO/IEC 14496-12, 12.1.4): numerator and denominator of each number, one by one. */
const CROP_BYTES = 32;
const SIDES = ['width', 'height'] as const;

/**
 * The part of an AVIF that is shown, in pixels from the first row and column; undefined for all of
 * it. Browsers apply a `clap` from that corner alone, and ignore each other one, so this does too.
 */
export function readCrop({ properties, size }: AvifParts): AvifSize | undefined {
  const content = properties.find(({ type }) => type === 'clap')?.content;
  if (!content || content.length < CROP_BYTES) return undefined;
  const [width, height] = SIDES.map((side, at) => {
    const [sideNumerator, sideDenominator] = fractionAt(content, at * 8);
    const [offset, offsetDenominator] = fractionAt(content, 16 + at * 8);
    const pixels = sideNumerator / sideDenominator;
    const isWhole = Number.isInteger(pixels) && pixels > 0 && pixels <= size[side];
    // the distance of the centres, so that the corner stays
    const isAtCorner = 2 * (offset | 0) === (pixels - size[side]) * offsetDenominator;
    return isWhole && offsetDenominator > 0 && isAtCorner ? pixels : undefined;
  });
  return width === undefined || height === undefined ? undefined : { width, height };
}

function fractionAt(content: Uint8Array, at: number): readonly [number, number] {
  return [readUint32Be(content, at), readUint32Be(content, at + 4)];
}
