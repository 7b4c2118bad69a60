import type { Format } from '../../../core/transform/formats.ts';
import type { Bound } from '../pixels/compare-pixels.ts';
import type { Region } from '../pixels/pixels.ts';

/** A request for a rendition, and its expected content. */
export interface Rendition {
  readonly name: string;
  readonly format: Format;
  readonly query: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly region?: Region;
  readonly background?: readonly number[];
  readonly hasBitAlpha?: boolean;
  readonly isAnimated: boolean;
  readonly bound: Bound;
}

/** The longest sides: an AVIF costs more CPU than all others. */
const SIDE = 160;
const AVIF_SIDE = 64;

/**
 * Lossless: two roundings and the lowest levels of Lanczos' lobes. JPEG at 78, WebP at 79 and AVIF
 * at 59 add their coefficients and chroma of half the size; a GIF has 256 colours.
 */
export const BOUNDS = {
  png: { mean: 3, square: 3 },
  webp: { mean: 16, square: 9, hasHalfChroma: true },
  jpg: { mean: 16, square: 9, hasHalfChroma: true },
  avif: { mean: 16, square: 10, hasHalfChroma: true },
  gif: { mean: 16, square: 10 },
} as const satisfies Readonly<Record<Format, Bound>>;

/** The same codec: the bytes of the pixels are kept, and a profile is rounded alike. */
export const KEPT: Bound = { mean: 0.7, square: 1.5 };
/** A JPEG of quality 90, which converted images without alpha become. */
export const CONVERTED: Bound = { mean: 3, square: 4 };
/** Edges of a drawing lie between pixels, and renderers cover them by rules of their own. */
export const DRAWN: Bound = { mean: 3, square: 6 };

const ORANGE = { query: 'ff8800', colour: [255, 136, 0] } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

function within({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  const fitted = Math.max(1, Math.round(width * scale));
  return { width: fitted, height: Math.max(1, Math.round((height * fitted) / width)) };
}

/** The middle of the image: a half of its width and height. */
function middleOf({ width, height }: Size): Region {
  const part = { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) };
  return { ...part, left: width >> 2, top: height >> 2 };
}

/** The bound of a rendition whose original was converted before. */
export function addBounds(one: Bound, other: Bound): Bound {
  return { ...one, mean: one.mean + other.mean, square: one.square + other.square };
}

/** The renditions that every accepted image is asked for: one of each format, and a part. */
export function renditionsOf(stored: Size): readonly Rendition[] {
  const size = within(stored, SIDE);
  const small = within(stored, AVIF_SIDE);
  const region = middleOf(stored);
  const part = within(region, SIDE);
  const crop = [region.left, region.top, region.width, region.height].join(',');
  const width = `width=${size.width}`;
  const plain = { size, isAnimated: false };
  return [
    { ...plain, name: '.png', format: 'png', query: width, bound: BOUNDS.png },
    { ...plain, name: '.webp', format: 'webp', query: width, isAnimated: true, bound: BOUNDS.webp },
    {
      ...plain,
      name: '.jpg',
      format: 'jpg',
      query: `${width}&background=${ORANGE.query}`,
      background: ORANGE.colour,
      bound: BOUNDS.jpg,
    },
    {
      name: '.avif',
      format: 'avif',
      query: `width=${small.width}&frame=0`,
      size: small,
      isAnimated: false,
      bound: BOUNDS.avif,
    },
    {
      ...plain,
      name: '.gif',
      format: 'gif',
      query: width,
      hasBitAlpha: true,
      isAnimated: true,
      bound: BOUNDS.gif,
    },
    {
      name: 'part',
      format: 'png',
      query: `crop=${crop}&width=${part.width}`,
      size: part,
      region,
      isAnimated: false,
      bound: BOUNDS.png,
    },
  ];
}
