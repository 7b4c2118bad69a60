import { ImageFileFault } from '../image-file.ts';
import { checkPartCount } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import { findCode, type HuffmanTable } from './huffman-table.ts';

const RING = 8; // more than the four bytes that are loaded ahead

/**
 * Reads the bits of a scan's entropy-coded data (ITU-T T.81, F.1.2.3) and knows which bytes were
 * read. An ImageFileFault if the data or a marker end them too early, or no code fits.
 */
export class ScanBits {
  private readonly data: Uint8Array;
  private at = 0;
  private ahead = 0;
  private aheadBits = 0;
  /** The number of bits ahead that are zeros after the end of the data. */
  private missingBits = 0;
  private loaded = 0;
  private readonly ends = new Uint32Array(RING);
  /** The read data before the last bytes that were left out, and the place behind those. */
  private readonly kept: Uint8Array[] = [];
  private keptFrom = 0;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  /** The value of the next code. */
  readValue(table: HuffmanTable): number {
    this.load();
    const entry = findCode(table, (this.ahead >>> (this.aheadBits - 16)) & 0xffff);
    if (entry === 0) throw new ImageFileFault('The JPEG has a broken scan.');
    this.drop(entry >> 8);
    return entry & 0xff;
  }

  /** Skips at most 16 bits. */
  skip(bits: number): void {
    this.load();
    this.drop(bits);
  }

  /** The data with all bytes that were read, and the restart markers between them. */
  usedData(): Uint8Array {
    const last = this.data.subarray(this.keptFrom, this.end());
    return this.kept.length === 0 ? last : joinBytes([...this.kept, last]);
  }

  /** Skips the restart marker that must come next; decoders ignore stray bytes before it. */
  restart(): void {
    const end = this.end();
    const code = this.findRestart(end);
    if (code - 1 > end) {
      checkPartCount(this.kept.length + 1);
      this.kept.push(this.data.subarray(this.keptFrom, end));
      this.keptFrom = code - 1;
    }
    this.at = code + 1;
    this.ahead = 0;
    this.aheadBits = 0;
    this.missingBits = 0;
    this.loaded = 0;
  }

  /** The end of the byte with the last read bit. */
  private end(): number {
    const unread = (this.aheadBits - this.missingBits) >> 3;
    const lastRead = this.loaded - unread;
    return lastRead === 0 ? 0 : (this.ends[(lastRead - 1) % RING] ?? 0);
  }

  /** The second byte of the next marker; a scan's data hold no other marker than restarts. */
  private findRestart(from: number): number {
    for (let at = from; at < this.data.length; ) {
      while (at < this.data.length && this.data[at] !== 0xff) at += 1;
      while (this.data[at] === 0xff) at += 1;
      if (at < this.data.length && this.data[at] !== 0) return at;
    }
    throw new ImageFileFault('The JPEG has a truncated scan.');
  }

  private load(): void {
    while (this.aheadBits <= 16) {
      const byte = this.nextByte();
      if (byte === undefined) this.missingBits += 8;
      this.ahead = (this.ahead << 8) | (byte ?? 0);
      this.aheadBits += 8;
    }
  }

  private nextByte(): number | undefined {
    const byte = this.data[this.at];
    if (byte === undefined) return undefined;
    if (byte === 0xff && this.data[this.at + 1] !== 0) return undefined; // a marker
    this.at += byte === 0xff ? 2 : 1; // with its stuffed zero
    this.ends[this.loaded % RING] = this.at;
    this.loaded += 1;
    return byte;
  }

  private drop(bits: number): void {
    this.aheadBits -= bits;
    if (this.aheadBits < this.missingBits)
      throw new ImageFileFault('The JPEG has a truncated scan.');
  }
}
