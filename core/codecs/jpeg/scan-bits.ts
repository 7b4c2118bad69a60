import { ImageFileFault } from '../image-file.ts';
import { checkPartCount } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import { JPEG_MARKER } from './jpeg-segment.ts';

const MARK = 0xff;
const RESTARTS = 8;
/** libjpeg takes a marker so far from the expected one for that, and a nearer one for a loss. */
const FAR = [3, 4, 5];
/** A look-up reads up to three bytes from the one with the next bit. */
const BYTES_AHEAD = 3;

/** The error of data that end before the last coefficient. */
export function truncatedScan(): ImageFileFault {
  return new ImageFileFault('The JPEG has a truncated scan.');
}

/**
 * The entropy-coded data of a scan, one restart interval after the other, without their stuffed
 * zeros (ITU-T T.81, F.1.2.3); it knows which bytes were read.
 */
export class ScanBits {
  /** The bytes of this interval, with zeros behind them. */
  readonly coded: Uint8Array;
  /** The number of bits of this interval. */
  bits = 0;
  private readonly data: Uint8Array;
  /** The place of this interval, and the one behind its bytes. */
  private from = 0;
  private to = 0;
  /** The place behind the last byte that was read. */
  private usedTo = 0;
  /** The read data before the last bytes that were left out, and the place behind those. */
  private readonly kept: Uint8Array[] = [];
  private keptFrom = 0;

  constructor(data: Uint8Array) {
    this.data = data;
    this.coded = new Uint8Array(data.length + BYTES_AHEAD);
    this.load(0);
  }

  /** Notes that the interval was read up to this bit, at least one. */
  endInterval(bits: number): void {
    if (bits > this.bits) throw truncatedScan();
    const bytes = Math.ceil(bits / 8);
    this.usedTo = bytes * 8 === this.bits ? this.to : this.findPlace(bytes);
  }

  /** The data with all bytes that were read, and the restart markers between them. */
  usedData(): Uint8Array {
    const last = this.data.subarray(this.keptFrom, this.usedTo);
    return this.kept.length === 0 ? last : joinBytes([...this.kept, last]);
  }

  /**
   * Skips the restart marker that must come next, which is the one with this number from 0 on;
   * decoders ignore stray bytes before it. A number far from the expected one is put right.
   */
  restart(number: number): void {
    const end = this.usedTo;
    const code = this.findRestart(end);
    const due = number % RESTARTS;
    const found = (this.data[code] ?? 0) - JPEG_MARKER.RST0;
    if (FAR.includes((found - due + RESTARTS) % RESTARTS)) {
      this.keep(end, code + 1);
      this.kept.push(Uint8Array.of(MARK, JPEG_MARKER.RST0 + due));
    } else if (code - 1 > end) {
      this.keep(end, code - 1);
    }
    this.load(code + 1);
  }

  /** Keeps the data up to a place, and leaves out those between it and the next. */
  private keep(end: number, next: number): void {
    checkPartCount(this.kept.length + 1);
    this.kept.push(this.data.subarray(this.keptFrom, end));
    this.keptFrom = next;
  }

  /** Takes the bytes up to the next marker. */
  private load(from: number): void {
    const { data, coded } = this;
    let at = from;
    let count = 0;
    while (at < data.length) {
      const byte = data[at] ?? 0;
      if (byte === MARK) {
        if (data[at + 1] !== 0) break;
        at += 1; // the stuffed zero
      }
      at += 1;
      coded[count] = byte;
      count += 1;
    }
    for (let ahead = 0; ahead < BYTES_AHEAD; ahead += 1) coded[count + ahead] = 0;
    this.from = from;
    this.to = at;
    this.bits = count * 8;
  }

  /** The place behind so many bytes of this interval, with the stuffed zeros. */
  private findPlace(bytes: number): number {
    let at = this.from;
    for (let count = 0; count < bytes; count += 1) at += this.data[at] === MARK ? 2 : 1;
    return at;
  }

  /** The second byte of the next marker; a scan's data hold no other marker than restarts. */
  private findRestart(from: number): number {
    for (let at = from; at < this.data.length; ) {
      while (at < this.data.length && this.data[at] !== MARK) at += 1;
      while (this.data[at] === MARK) at += 1;
      if (at < this.data.length && this.data[at] !== 0) return at;
    }
    throw truncatedScan();
  }
}
