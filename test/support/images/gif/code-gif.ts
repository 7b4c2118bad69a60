import { compressLzw, inSubBlocks, noisyPixels } from '../lzw.ts';

/** A frame of noise, or of one colour. */
export interface GifFrameDrawing {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly disposal?: number;
  readonly clearIndex?: number;
  /** In hundredths. */
  readonly delay?: number;
  /** One colour in place of noise. */
  readonly solid?: number;
  /** The number of colours of the noise. */
  readonly colours?: number;
  /** Bits of its own table; 0 without one. */
  readonly tableBits?: number;
  readonly isInterlaced?: boolean;
  readonly hasNoControl?: boolean;
}

/** A GIF by its blocks, whose tables have four different colours or more. */
export interface GifDrawing {
  readonly width: number;
  readonly height: number;
  readonly background?: number;
  /** 0 for none. */
  readonly tableBits?: number;
  readonly loop?: number;
  readonly frames: readonly GifFrameDrawing[];
}

const TRAILER = Uint8Array.of(0x3b);

function uint16(...values: number[]): number[] {
  return values.flatMap((value) => [value & 255, value >> 8]);
}

function tableOf(bits: number, seed: number): Uint8Array {
  return Uint8Array.from({ length: 3 << bits }, (_, at) => (at * 67 + seed * 91 + 40) & 255);
}

function controlOf({ disposal = 0, clearIndex, delay = 10 }: GifFrameDrawing): number[] {
  const flags = (disposal << 2) | (clearIndex === undefined ? 0 : 1);
  return [0x21, 0xf9, 4, flags, ...uint16(delay), clearIndex ?? 0, 0];
}

function frameOf(frame: GifFrameDrawing, at: number, screenBits: number): Uint8Array[] {
  const { x, y, width, height, tableBits = 0, isInterlaced = false } = frame;
  const bits = Math.max(2, tableBits || screenBits);
  const colours = frame.colours ?? 1 << bits;
  const codeSize = Math.max(2, Math.ceil(Math.log2(Math.max(colours, (frame.solid ?? 0) + 1))));
  const pixels =
    frame.solid === undefined
      ? noisyPixels(width * height, colours, at + 1)
      : new Uint8Array(width * height).fill(frame.solid);
  const reach = { sizes: new Set<number>(), clears: 0, codesWithFullTable: 0 };
  const codes = compressLzw(pixels, { codeSize, isClearedWhenFull: true }, reach);
  const packed = (tableBits ? 0x80 | (tableBits - 1) : 0) | (isInterlaced ? 0x40 : 0);
  return [
    Uint8Array.from(frame.hasNoControl ? [] : controlOf(frame)),
    Uint8Array.of(0x2c, ...uint16(x, y, width, height), packed),
    ...(tableBits ? [tableOf(tableBits, at + 5)] : []),
    Uint8Array.of(codeSize),
    inSubBlocks(codes, 255),
  ];
}

/** The bytes of a GIF. */
export function codedGif({
  width,
  height,
  background = 0,
  tableBits = 2,
  loop,
  frames,
}: GifDrawing): Buffer {
  const packed = tableBits ? 0x80 | (tableBits - 1) : 0;
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Uint8Array.of(...uint16(width, height), packed, background, 0),
    ...(tableBits ? [tableOf(tableBits, 1)] : []),
    ...(loop === undefined
      ? []
      : [
          Buffer.from(`\x21\xff\x0bNETSCAPE2.0\x03\x01`, 'latin1'),
          Uint8Array.of(...uint16(loop), 0),
        ]),
    ...frames.flatMap((frame, at) => frameOf(frame, at, tableBits)),
    TRAILER,
  ]);
}
