import { readByte } from '../read-bytes.ts';

/** Reads the even-chance bits of a VP8 frame header (RFC 6386, 7.3 with probability 128). */
export interface LossyBits {
  read(bits: number): number;
  /**
   * One bit says whether this many bits follow; all but the first two of a header's fields have
   * this form.
   */
  skipOptional(bits: number): void;
}

/** Over one partition's bytes; an ImageFileFault past their end. */
export function createLossyBits(data: Uint8Array): LossyBits {
  let at = 2;
  let value = readByte(data, 0) * 0x100 + readByte(data, 1);
  let range = 255;
  let shifts = 0;

  const shift = (): void => {
    value = (value << 1) & 0xffff;
    range <<= 1;
    shifts += 1;
    if (shifts % 8 !== 0) return;
    value |= readByte(data, at);
    at += 1;
  };
  const readBit = (): number => {
    const split = 1 + (((range - 1) * 128) >> 8);
    const isSet = value >= split << 8;
    if (isSet) value -= split << 8;
    range = isSet ? range - split : split;
    while (range < 128) shift();
    return isSet ? 1 : 0;
  };
  const read = (bits: number): number => {
    let result = 0;
    for (let bit = 0; bit < bits; bit += 1) result = result * 2 + readBit();
    return result;
  };
  return {
    read,
    skipOptional: (bits) => {
      if (read(1) === 1) read(bits);
    },
  };
}
