import type { Format } from '../../core/transform/formats.ts';

/** The format of an original of 12 megapixels. */
export type OriginalFormat = 'jpg' | 'webp' | 'png';

/** A rendition that every contender makes of an original of 12 megapixels. */
export interface Work {
  readonly name: string;
  readonly from: OriginalFormat;
  /** Another original of this format, by its name in the folder of the originals. */
  readonly file?: string;
  readonly format: Extract<Format, 'jpg' | 'webp' | 'avif'>;
  readonly width: number;
  /** Given where the image is cut to a shape (`fit=cover`); else the ratio stays. */
  readonly height?: number;
}

/** The works of the rows; each has its name in the tables. */
export const WORKS = {
  jpeg400: { name: '12 MP -> 400 jpeg', from: 'jpg', format: 'jpg', width: 400 },
  jpeg800: { name: '12 MP -> 800 jpeg', from: 'jpg', format: 'jpg', width: 800 },
  webp400: { name: '12 MP -> 400 webp', from: 'jpg', format: 'webp', width: 400 },
  cover: { name: '12 MP -> 1200x800 webp', from: 'jpg', format: 'webp', width: 1200, height: 800 },
  avif800: { name: '12 MP -> 800 avif', from: 'jpg', format: 'avif', width: 800 },
  fromWebp: { name: '12 MP WebP -> 400 webp', from: 'webp', format: 'webp', width: 400 },
} as const satisfies Readonly<Record<string, Work>>;

/** The size of the originals. */
export const ORIGINAL = { width: 4000, height: 3000 } as const;

/** The size of a work's result at a width. */
export function sizeAt({ height }: Pick<Work, 'height'>, width: number) {
  return { width, height: height ?? Math.round((width * ORIGINAL.height) / ORIGINAL.width) };
}
