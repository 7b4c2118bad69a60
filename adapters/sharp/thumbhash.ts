/**
 * ThumbHash, Evan Wallace's placeholder in about 25 bytes (evanw.github.io/thumbhash, version of
 * 2023-03): the lowest frequencies of brightness, two colour differences and alpha.
 */

/** Pixels of red, green, blue and alpha; a side has at most 100. */
export interface RgbaPixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A channel's mean, its scale, and its other frequencies from 0 to 1. */
interface Frequencies {
  readonly mean: number;
  readonly scale: number;
  readonly others: readonly number[];
}

function cosines(side: number, frequency: number): number[] {
  return Array.from({ length: side }, (_, at) =>
    Math.cos((Math.PI / side) * frequency * (at + 0.5)),
  );
}

/** The frequencies of a channel in the triangle below `columns` and `rows`, row by row. */
function readFrequencies(
  channel: readonly number[],
  { width, height }: RgbaPixels,
  columns: number,
  rows: number,
): Frequencies {
  const found: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    const down = cosines(height, row);
    for (let column = 0; column * rows < columns * (rows - row); column += 1) {
      const along = cosines(width, column);
      let sum = 0;
      for (const [at, value] of channel.entries()) {
        sum += value * (along[at % width] ?? 0) * (down[Math.floor(at / width)] ?? 0);
      }
      found.push(sum / (width * height));
    }
  }
  const [mean = 0, ...others] = found;
  const scale = Math.max(0, ...others.map(Math.abs));
  const scaled = scale === 0 ? others : others.map((value) => 0.5 + value / (2 * scale));
  return { mean, scale, others: scaled };
}

/** The mean colour from 0 to 1, weighted by alpha, and the sum of alpha. */
function readMean({ data }: RgbaPixels) {
  const sums = [0, 0, 0];
  let alphas = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255;
    alphas += alpha;
    for (const part of [0, 1, 2])
      sums[part] = (sums[part] ?? 0) + (alpha * (data[at + part] ?? 0)) / 255;
  }
  return { alphas, mean: sums.map((sum) => (alphas === 0 ? 0 : sum / alphas)) };
}

/** Brightness, yellow against blue, red against green, and alpha, over the mean colour. */
function readChannels({ data }: RgbaPixels, mean: readonly number[]) {
  const channels: [number[], number[], number[], number[]] = [[], [], [], []];
  const [brightness, yellow, red, alphas] = channels;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255;
    const over = (part: number) =>
      (mean[part] ?? 0) * (1 - alpha) + (alpha * (data[at + part] ?? 0)) / 255;
    const [r, g, b] = [over(0), over(1), over(2)];
    brightness.push((r + g + b) / 3);
    yellow.push((r + g) / 2 - b);
    red.push(r - g);
    alphas.push(alpha);
  }
  return channels;
}

/** The hash of at most 25 bytes. */
export function thumbhash(pixels: RgbaPixels): Uint8Array {
  const { width, height } = pixels;
  const { alphas, mean } = readMean(pixels);
  const hasAlpha = alphas < width * height;
  const most = hasAlpha ? 5 : 7;
  const frequenciesOf = (side: number) =>
    Math.max(1, Math.round((most * side) / Math.max(width, height)));
  const [columns, rows] = [frequenciesOf(width), frequenciesOf(height)];
  const [brightness, yellow, red, alpha] = readChannels(pixels, mean);
  const l = readFrequencies(brightness, pixels, Math.max(3, columns), Math.max(3, rows));
  const p = readFrequencies(yellow, pixels, 3, 3);
  const q = readFrequencies(red, pixels, 3, 3);
  const a = hasAlpha ? readFrequencies(alpha, pixels, 5, 5) : undefined;
  const isWide = width > height;
  const first =
    Math.round(63 * l.mean) |
    (Math.round(31.5 + 31.5 * p.mean) << 6) |
    (Math.round(31.5 + 31.5 * q.mean) << 12) |
    (Math.round(31 * l.scale) << 18) |
    (Number(hasAlpha) << 23);
  const second =
    (isWide ? rows : columns) |
    (Math.round(63 * p.scale) << 3) |
    (Math.round(63 * q.scale) << 9) |
    (Number(isWide) << 15);
  const head = [first & 255, (first >> 8) & 255, first >> 16, second & 255, second >> 8];
  if (a) head.push(Math.round(15 * a.mean) | (Math.round(15 * a.scale) << 4));
  const halves = [l, p, q, ...(a ? [a] : [])].flatMap(({ others }) =>
    others.map((value) => Math.round(15 * value)),
  );
  const pairs = Array.from(
    { length: Math.ceil(halves.length / 2) },
    (_, at) => (halves[2 * at] ?? 0) | ((halves[2 * at + 1] ?? 0) << 4),
  );
  return Uint8Array.from([...head, ...pairs]);
}
