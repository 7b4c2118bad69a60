import { MAX_COLOURS } from '../palette.ts';
import { countRowBytes, listPngPasses, type PngPass } from './count-png-bytes.ts';
import type { PngImageHeader } from './read-png-image-header.ts';
import { unfilterRow } from './unfilter-row.ts';

const FILTER_BYTE = 1;

/**
 * Marks the colours that an indexed PNG's pixels name, from its inflated rows in pieces of any
 * size.
 */
export class PngColourMarks {
  /** A 1 for each colour that a pixel names. */
  readonly usedColours = new Uint8Array(MAX_COLOURS);
  private readonly header: PngImageHeader;
  private readonly passes: PngPass[];
  /**
   * The number of colours, beyond the palette too, that a pixel can name and none has; at zero, the
   * rest need not be read.
   */
  private unseen: number;
  private rowOfPass = 0;
  private filled = 0;
  private row = new Uint8Array(0);
  private above = new Uint8Array(0);

  constructor(header: PngImageHeader) {
    this.header = header;
    this.passes = listPngPasses(header);
    this.unseen = 1 << header.bitDepth;
    this.startPass();
  }

  /**
   * The next bytes; an ImageFileFault if a row can't be read. Bytes beyond all rows are ignored.
   */
  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.unseen > 0 && this.passes.length > 0; ) {
      const piece = bytes.subarray(at, at + this.row.length - this.filled);
      this.row.set(piece, this.filled);
      this.filled += piece.length;
      at += piece.length;
      if (this.filled === this.row.length) this.endRow();
    }
  }

  private startPass(): void {
    const { columns = 0 } = this.passes[0] ?? {};
    this.row = new Uint8Array(FILTER_BYTE + countRowBytes(this.header, columns));
    this.above = new Uint8Array(this.row.length);
    this.rowOfPass = 0;
    this.filled = 0;
  }

  private endRow(): void {
    const pixels = this.row.subarray(FILTER_BYTE);
    unfilterRow(this.row[0] ?? 0, pixels, this.above.subarray(FILTER_BYTE));
    this.markRow(pixels, this.passes[0]?.columns ?? 0);
    [this.row, this.above] = [this.above, this.row];
    this.filled = 0;
    this.rowOfPass += 1;
    if (this.rowOfPass < (this.passes[0]?.rows ?? 0)) return;
    this.passes.shift();
    this.startPass();
  }

  private markRow(pixels: Uint8Array, columns: number): void {
    const { bitDepth } = this.header;
    const mask = (1 << bitDepth) - 1;
    for (let column = 0; column < columns; column += 1) {
      const bit = column * bitDepth;
      const colour = ((pixels[bit >> 3] ?? 0) >> (8 - bitDepth - (bit & 7))) & mask;
      if (this.usedColours[colour] === 1) continue;
      this.usedColours[colour] = 1;
      this.unseen -= 1;
    }
  }
}
