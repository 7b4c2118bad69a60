/**
 * Reads the arithmetic code of a VP8 partition (RFC 6386, 7.3) and knows how many bytes that takes.
 * Behind the last byte come zeros, as in decoders: a truncated partition takes more than it has.
 */
export class BoolReader {
  readonly data: Uint8Array;
  /** The number of taken bytes; each is taken when its first bit is needed. */
  at = 0;
  /** The taken code that is not used yet, above `bits` more bits. */
  value = 0;
  /** The width of the interval less one, 127 to 254. */
  range = 254;
  /** Negative where the next byte must be taken. */
  bits = -8;
  /** The number of read bits. */
  reads = 0;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  /** A bit that is 0 with this probability, of 256. */
  read(probability: number): number {
    this.reads += 1;
    if (this.bits < 0) {
      this.value = (this.value << 8) | (this.data[this.at] ?? 0);
      this.at += 1;
      this.bits += 8;
    }
    const split = ((this.range * probability) >> 8) + 1;
    const isSet = this.value >= split << this.bits;
    if (isSet) this.value -= split << this.bits;
    const width = isSet ? this.range + 1 - split : split;
    const shift = Math.clz32(width) - 24;
    this.range = (width << shift) - 1;
    this.bits -= shift;
    return isSet ? 1 : 0;
  }

  /** So many bits of even chance, the highest first. */
  readNumber(bits: number): number {
    let result = 0;
    for (let bit = 0; bit < bits; bit += 1) result = result * 2 + this.read(128);
    return result;
  }

  /** So many bits, if a bit before them says that they follow. */
  readOptional(bits: number): number | undefined {
    return this.read(128) === 1 ? this.readNumber(bits) : undefined;
  }
}
