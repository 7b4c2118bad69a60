import { jpegSegment } from './make-jpeg.ts';

/** A DHT definition without its slot: the numbers of codes of each length, and the values. */
interface Codes {
  readonly counts: readonly number[];
  readonly values: readonly number[];
}

/** Sizes of a first coefficient: a code of each length from 2 to 13. */
const DC_CODES: Codes = {
  counts: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0],
  values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
};
/** The others: an end, sixteen zeros, short and long runs; a code of each length from 1 to 16. */
const AC_CODES: Codes = {
  counts: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  values: [
    0x01, 0x00, 0x11, 0x02, 0xf0, 0x21, 0x03, 0x31, 0x04, 0x41, 0x05, 0x61, 0x16, 0x07, 0x08, 0x0a,
  ],
};

type Code = readonly [bits: number, length: number];

function codesOf({ counts, values }: Codes): Map<number, Code> {
  const codes = new Map<number, Code>();
  let [code, at] = [0, 0];
  counts.forEach((count, index) => {
    for (let i = 0; i < count; i += 1) codes.set(values[at++] ?? 0, [code++, index + 1]);
    code <<= 1;
  });
  return codes;
}
const DC = codesOf(DC_CODES);
const AC = codesOf(AC_CODES);

export interface JpegOptions {
  readonly width: number;
  readonly height: number;
  /** The sampling factors of each component. */
  readonly sampling: readonly (readonly [horizontal: number, vertical: number])[];
  /** Minimum coded units between two restart markers; 0 for none. */
  readonly interval?: number;
  /** Bytes behind the coded ones of each interval. */
  readonly hidden?: Uint8Array;
  /** Each component has its own scan. */
  readonly isSplit?: boolean;
  /** Quantization tables of two bytes an element. */
  readonly hasWideTables?: boolean;
  /** Fill bytes before each marker. */
  readonly fill?: number;
}

/** The forms that the coded blocks have reached. */
export interface JpegReach {
  readonly codeLengths: Set<number>;
  readonly scanBytes: number[];
  readonly symbols: Set<number>;
  fullBlocks: number;
  intervals: number;
}

export const newJpegReach = (): JpegReach => ({
  codeLengths: new Set(),
  scanBytes: [],
  symbols: new Set(),
  fullBlocks: 0,
  intervals: 0,
});

/** Bits with stuffed zeros, the last byte filled with ones. */
class BitWriter {
  readonly bytes: number[] = [];
  private waiting = 0;
  private count = 0;

  write(bits: number, length: number): void {
    for (let at = length - 1; at >= 0; at -= 1) {
      this.waiting = (this.waiting << 1) | ((bits >> at) & 1);
      this.count += 1;
      if (this.count === 8) this.flush();
    }
  }

  end(): void {
    while (this.count > 0) this.write(1, 1);
  }

  private flush(): void {
    this.bytes.push(this.waiting);
    if (this.waiting === 0xff) this.bytes.push(0);
    [this.waiting, this.count] = [0, 0];
  }
}

/** Seeded numbers below a bound. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  };
}

function writeBlock(bits: BitWriter, random: (below: number) => number, reach: JpegReach): void {
  const put = (codes: Map<number, Code>, symbol: number) => {
    const [code, length] = codes.get(symbol) ?? [0, 0];
    reach.codeLengths.add(length);
    bits.write(code, length);
  };
  const size = random(40) === 0 ? random(12) : random(3);
  put(DC, size);
  bits.write(random(1 << size), size);
  const symbols = AC_CODES.values;
  for (let k = 1; k < 64; ) {
    const symbol = symbols[Math.min(random(symbols.length), random(symbols.length))] ?? 0;
    const run = symbol >> 4;
    const isEnd = symbol === 0 || k + run > 63;
    const written = isEnd ? 0 : symbol;
    put(AC, written);
    reach.symbols.add(written);
    if (isEnd) return;
    bits.write(random(1 << (symbol & 15)), symbol & 15);
    k += run + 1;
    if (k === 64) reach.fullBlocks += 1;
  }
}

function scanData(
  options: JpegOptions,
  units: number,
  blocks: number,
  seed: number,
  reach: JpegReach,
): Buffer {
  const { interval = 0, hidden = Buffer.alloc(0), fill = 0 } = options;
  const random = createRandom(seed);
  const parts: Uint8Array[] = [];
  let coded = 0;
  const size = interval === 0 ? units : interval;
  for (let unit = 0, restart = 0; unit < units; unit += size, restart += 1) {
    const bits = new BitWriter();
    if (unit > 0) {
      parts.push(Buffer.alloc(fill, 0xff), Uint8Array.of(0xff, 0xd0 + ((restart - 1) % 8)));
    }
    for (let at = 0; at < blocks * Math.min(size, units - unit); at += 1)
      writeBlock(bits, random, reach);
    bits.end();
    reach.intervals += 1;
    coded += bits.bytes.length;
    parts.push(Uint8Array.from(bits.bytes), hidden);
  }
  reach.scanBytes.push(coded);
  return Buffer.concat(parts);
}

/**
 * A sequential JPEG of random coefficients. Options that differ in `hidden` and `fill` alone have
 * one image.
 */
export function codeJpeg(options: JpegOptions, reach = newJpegReach()): Buffer {
  const { width, height, sampling, interval = 0, hasWideTables, fill = 0 } = options;
  const across = Math.max(...sampling.map(([horizontal]) => horizontal));
  const down = Math.max(...sampling.map(([, vertical]) => vertical));
  const table = Buffer.alloc(hasWideTables ? 129 : 65, hasWideTables ? Buffer.from([0, 3]) : 3);
  table[0] = hasWideTables ? 0x10 : 0;
  const frame = Buffer.alloc(6 + 3 * sampling.length);
  frame[0] = 8;
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  frame[5] = sampling.length;
  sampling.forEach(([horizontal, vertical], at) => {
    frame.set([at + 1, (horizontal << 4) | vertical, 0], 6 + 3 * at);
  });
  const definition = (slot: number, { counts, values }: Codes) =>
    Buffer.from([slot, ...counts, ...values]);
  const scanOf = (components: readonly number[], units: number, blocks: number) =>
    Buffer.concat([
      jpegSegment(
        0xda,
        Buffer.from([components.length, ...components.flatMap((at) => [at + 1, 0]), 0, 63, 0]),
      ),
      scanData(options, units, blocks, 7 + (components[0] ?? 0), reach),
    ]);
  const scans = options.isSplit
    ? sampling.flatMap(([horizontal, vertical], at) => {
        const columns = Math.ceil(Math.ceil((width * horizontal) / across) / 8);
        const rows = Math.ceil(Math.ceil((height * vertical) / down) / 8);
        return [scanOf([at], columns * rows, 1)];
      })
    : [
        scanOf(
          sampling.map((_, at) => at),
          sampling.length === 1
            ? Math.ceil(width / 8) * Math.ceil(height / 8)
            : Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down)),
          sampling.length === 1
            ? 1
            : sampling.reduce((sum, [horizontal, vertical]) => sum + horizontal * vertical, 0),
        ),
      ];
  const segments = [
    jpegSegment(0xdb, table),
    jpegSegment(hasWideTables ? 0xc1 : 0xc0, frame),
    jpegSegment(0xc4, Buffer.concat([definition(0, DC_CODES), definition(0x10, AC_CODES)])),
    ...(interval > 0 ? [jpegSegment(0xdd, Buffer.from([interval >> 8, interval & 255]))] : []),
    ...scans,
    Buffer.from([0xff, 0xd9]),
  ];
  const filled = segments.flatMap((segment) => [Buffer.alloc(fill, 0xff), segment]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...filled]);
}
