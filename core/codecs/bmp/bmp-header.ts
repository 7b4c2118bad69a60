import type { BmpMasks } from './bmp-masks.ts';

/** The bits of a pixel: a colour of the palette up to 8, a colour itself from 16 on. */
export const BMP_DEPTHS = [1, 2, 4, 8, 16, 24, 32] as const;
export type BmpDepth = (typeof BMP_DEPTHS)[number];

/** The facts of a BMP before any pixel is read. */
export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly bits: BmpDepth;
  /** Rows begin at the top; otherwise at the bottom. */
  readonly isTopDown: boolean;
  /** The bytes from a row to the next, which is a multiple of four. */
  readonly stride: number;
  /** Three or four bytes a colour: blue, green, red. */
  readonly palette: Uint8Array;
  readonly colourBytes: 3 | 4;
  /** The rows, or their runs, up to the end of the file. */
  readonly data: Uint8Array;
  /** How runs of pixels are coded; undefined for plain rows. */
  readonly runs: BmpRuns | undefined;
  readonly masks: BmpMasks;
}

/** How runs of pixels of one depth are coded. */
export interface BmpRuns {
  /** The number of their compression in a header of Windows; undefined if it has none. */
  readonly windowsCode: number | undefined;
  readonly os2Code: number;
  /** The bytes of the colour of a run. */
  readonly colourBytes: number;
  readonly pixelBits: number;
}
