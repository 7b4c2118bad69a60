import sharp, { type Sharp } from 'sharp';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Far enough from each other to be told apart after any encoder. */
export const PALETTE = {
  red: [220, 30, 30],
  green: [30, 180, 30],
  blue: [30, 30, 220],
  yellow: [230, 220, 30],
  white: [255, 255, 255],
  black: [0, 0, 0],
  grey: [128, 128, 128],
  magenta: [220, 30, 220],
} as const satisfies Record<string, Rgb>;

export type ColorName = keyof typeof PALETTE;
/** The pixel at a place. */
export type Paint = (x: number, y: number) => readonly number[];

/** A pipeline of raw pixels, as many channels as the paint gives. */
export function draw(width: number, height: number, paint: Paint): Sharp {
  const channels = paint(0, 0).length as 1 | 2 | 3 | 4;
  return sharp(paintRoll(width, height, [paint]), { raw: { width, height, channels } });
}

/** A pipeline of frames, for animated output. */
export function drawFrames(width: number, height: number, paints: readonly Paint[]): Sharp {
  const channels = (paints[0]?.(0, 0).length ?? 3) as 3 | 4;
  const raw = { width, height: height * paints.length, channels, pageHeight: height };
  return sharp(paintRoll(width, height, paints), { raw });
}

function paintRoll(width: number, height: number, paints: readonly Paint[]): Buffer {
  const values: number[] = [];
  for (const paint of paints) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) values.push(...paint(x, y));
    }
  }
  return Buffer.from(values);
}

/** Colours by quarter: two words for the upper row, two for the lower. */
export type Quarters = readonly [ColorName, ColorName, ColorName, ColorName];
export const FOUR: Quarters = ['red', 'green', 'blue', 'yellow'];

/** Four quarters, so that every crop, turn and mirror shows. */
export function quarters(width: number, height: number, names: Quarters = FOUR): Paint {
  return (x, y) => PALETTE[names[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] ?? 'black'];
}

/** One colour. */
export function plain(name: ColorName): Paint {
  return () => PALETTE[name];
}

/** Equal thirds from left to right. */
export function columns(width: number, names: readonly ColorName[]): Paint {
  return (x) => PALETTE[names[Math.floor((x * names.length) / width)] ?? 'black'];
}

/** Seeded noise, so that no encoder finds it easy. */
export function noise(seed = 7): Paint {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 16) & 255;
  };
  return () => [next(), next(), next()];
}

/**
 * Where the first row and the first column lie on the upright image (EXIF 2.32 4.6.4,
 * Orientation).
 */
const SIDES: Readonly<Record<number, string>> = {
  1: 'top left',
  2: 'top right',
  3: 'bottom right',
  4: 'bottom left',
  5: 'left top',
  6: 'right top',
  7: 'right bottom',
  8: 'left bottom',
};

/** The stored pixels and their size for an upright image under an EXIF orientation. */
export function layDown(width: number, height: number, upright: Paint, orientation: number) {
  const [row, column] = (SIDES[orientation] ?? '').split(' ');
  const isOnSide = orientation >= 5;
  const place = (side: string | undefined, at: number) => {
    if (side === 'right') return width - 1 - at;
    return side === 'bottom' ? height - 1 - at : at;
  };
  const paint: Paint = (x, y) =>
    isOnSide ? upright(place(row, y), place(column, x)) : upright(place(column, x), place(row, y));
  return isOnSide ? { width: height, height: width, paint } : { width, height, paint };
}
