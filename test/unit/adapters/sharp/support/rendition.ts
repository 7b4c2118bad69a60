import sharp, { type Metadata } from 'sharp';
import { type ColorName, PALETTE, type Quarters, type Rgb } from './drawing.ts';

const AVIF_LOADER = { operation: ['VipsForeignLoadHeifBuffer'] };

/** The decoded pixels of a rendition, as a browser would see them. */
export interface Seen {
  readonly metadata: Metadata;
  readonly width: number;
  /** Of one frame. */
  readonly height: number;
  readonly frames: number;
  /** Red, green, blue and alpha of all pixels, frame by frame. */
  readonly data: Uint8Array;
  /** Red, green, blue and alpha of a pixel of a frame. */
  at(x: number, y: number, frame?: number): readonly [number, number, number, number];
  /** The name of the nearest colour; `none` where it is mostly transparent. */
  nameAt(x: number, y: number, frame?: number): ColorName | 'none';
}

/**
 * Decodes a rendition; the loader of AVIF, which the engine blocks, is open for no longer than
 * that.
 */
export async function see(bytes: Uint8Array): Promise<Seen> {
  sharp.unblock(AVIF_LOADER);
  try {
    return await decode(bytes);
  } finally {
    sharp.block(AVIF_LOADER);
  }
}

async function decode(bytes: Uint8Array): Promise<Seen> {
  const input = sharp(bytes, { animated: true, failOn: 'warning' });
  const metadata = await input.metadata();
  const pixels = input.toColourspace('srgb').ensureAlpha().raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  const height = metadata.pageHeight ?? info.height;
  const at = (x: number, y: number, frame = 0) => {
    const start = ((frame * height + y) * info.width + x) * 4;
    const channel = (number: number) => data[start + number] ?? 0;
    return [channel(0), channel(1), channel(2), channel(3)] as const;
  };
  return {
    metadata,
    width: info.width,
    height,
    frames: info.height / height,
    data,
    at,
    nameAt: (x, y, frame) => nameOf(at(x, y, frame)),
  };
}

function distance(a: readonly number[], b: Rgb): number {
  return b.reduce((sum, value, index) => sum + (value - (a[index] ?? 0)) ** 2, 0);
}

function nameOf(pixel: readonly [number, number, number, number]): ColorName | 'none' {
  if (pixel[3] < 128) return 'none';
  const names = Object.keys(PALETTE) as ColorName[];
  return names.reduce((best, name) =>
    distance(pixel, PALETTE[name]) < distance(pixel, PALETTE[best]) ? name : best,
  );
}

/** The colours in the middle of the four quarters. */
export function quartersOf(seen: Seen, frame = 0): (ColorName | 'none')[] {
  const across = [Math.floor(seen.width / 4), Math.floor((seen.width * 3) / 4)];
  const down = [Math.floor(seen.height / 4), Math.floor((seen.height * 3) / 4)];
  return down.flatMap((y) => across.map((x) => seen.nameAt(x, y, frame)));
}

const ORDER: Record<'rotate90' | 'flip' | 'flop', readonly number[]> = {
  rotate90: [2, 0, 3, 1],
  flip: [2, 3, 0, 1],
  flop: [1, 0, 3, 2],
};

/** Four quarters after a turn or a mirror. */
export function rearrange(names: Quarters, how: keyof typeof ORDER): Quarters {
  return ORDER[how].map((from) => names[from] ?? 'black') as unknown as Quarters;
}
