import type { Format } from '../../core/transform/formats.ts';
import { outputSize, type Transformation } from '../../core/transform/transformation.ts';
import type { Pixels } from './pixels.ts';
import { SIDE, spreadSquares } from './spread-squares.ts';

/**
 * Whether colour has half of the resolution of brightness in both directions, or all of it. WebP
 * has half of it always, and keeps the edges of colour sharp in place of 4:4:4.
 */
export type Chroma = '4:2:0' | '4:4:4';

interface ChromaChoice {
  /** Of measureChromaLoss: above it 4:4:4 has fewer bytes at equal score (docs/decisions/0120). */
  readonly maxHalvedLoss: number;
  /** Of a result whose pixels are not read before: a large one, or an animation. */
  readonly unread: Chroma;
}

/** THE formats whose encoders choose. */
const CHOICES = {
  jpg: { maxHalvedLoss: 102, unread: '4:2:0' },
  webp: { maxHalvedLoss: 20, unread: '4:4:4' },
  avif: { maxHalvedLoss: 20, unread: '4:4:4' },
} as const satisfies Partial<Record<Format, ChromaChoice>>;

export type FormatOfChroma = keyof typeof CHOICES;

function isOfChroma(format: Format): format is FormatOfChroma {
  return format in CHOICES;
}

/**
 * The colour that halving takes from 2 x 2 pixels, in ITU-R BT.601's Cb and Cr. It is the mean
 * square of their distance to the mean, each weighted by its alpha. The colour under clear pixels
 * is in that mean, as in an encoder's. Encoders repeat the last column and row of an odd side.
 */
function lossAt({ data, width, height, channels }: Pixels, left: number, top: number): number {
  let [blue, red] = [0, 0];
  let [cover, coveredBlue, coveredRed, coveredSquares] = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner += 1) {
    const x = Math.min(left + (corner & 1), width - 1);
    const y = Math.min(top + (corner >> 1), height - 1);
    const at = (y * width + x) * channels;
    const r = data[at] ?? 0;
    const b = data[at + 2] ?? 0;
    const luma = 0.299 * r + 0.587 * (data[at + 1] ?? 0) + 0.114 * b;
    const covered = channels < 4 ? 1 : (data[at + 3] ?? 0) / 255;
    const cb = 0.564 * (b - luma);
    const cr = 0.713 * (r - luma);
    blue += cb / 4;
    red += cr / 4;
    cover += covered;
    coveredBlue += cb * covered;
    coveredRed += cr * covered;
    coveredSquares += (cb * cb + cr * cr) * covered;
  }
  const mixed = blue * coveredBlue + red * coveredRed;
  const loss = coveredSquares - 2 * mixed + (blue * blue + red * red) * cover;
  return Math.max(0, loss / 4); // rounding may leave less than nothing
}

/** The mean of that over a square of 8 x 8 pixels, or over its part within the image. */
function lossOfSquare(pixels: Pixels, left: number, top: number): number {
  const right = Math.min(left + SIDE, pixels.width);
  const bottom = Math.min(top + SIDE, pixels.height);
  let [sum, count] = [0, 0];
  for (let y = top; y < bottom; y += 2) {
    for (let x = left; x < right; x += 2) {
      sum += lossAt(pixels, x, y);
      count += 1;
    }
  }
  return sum / count;
}

/**
 * The colour that halved chroma would lose: the root of the mean square over the squares, of the
 * variance that goes. 0 of grey pixels, 16,256 at the most.
 */
export function measureChromaLoss(pixels: Pixels): number {
  if (pixels.channels < 3) return 0;
  const [columns, rows] = [Math.ceil(pixels.width / SIDE), Math.ceil(pixels.height / SIDE)];
  const squares = spreadSquares(columns, rows);
  let sum = 0;
  for (const [left, top] of squares) {
    const loss = lossOfSquare(pixels, left, top);
    sum += loss * loss;
  }
  return Math.sqrt(sum / squares.length);
}

/**
 * Pixels of the largest result that is read before it is encoded. At 25 megapixels 4:4:4 of a JPEG
 * would take 150 MB more.
 */
const MAX_READ_PIXELS = 8_000_000;

/** Whether a frame of the result is small enough to be read before it is encoded. */
export function mayBeRead(requested: Pick<Transformation, 'resize' | 'pad'>): boolean {
  const { width, height } = outputSize(requested);
  return width * height <= MAX_READ_PIXELS;
}

/** Whether chooseChroma has a say: of a still in a format of CHOICES, up to 8 megapixels. */
export function hasChoiceOfChroma(
  requested: Pick<Transformation, 'format' | 'resize' | 'pad'>,
): boolean {
  return isOfChroma(requested.format) && mayBeRead(requested);
}

/**
 * The resolution of colour at which pixels of this loss have the fewest bytes at equal score, for
 * their cost in time. Without a loss: of pixels that were not read.
 */
export function chooseChroma(format: FormatOfChroma, loss: number | undefined): Chroma {
  const { maxHalvedLoss, unread } = CHOICES[format];
  if (loss === undefined) return unread;
  return loss > maxHalvedLoss ? '4:4:4' : '4:2:0';
}
