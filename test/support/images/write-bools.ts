/** Bits in the arithmetic code of VP8 (RFC 6386, 7.3), each with its probability of being 0. */
export function writeBools(bools: Iterable<readonly [bit: number, probability: number]>): Buffer {
  let code = 0n;
  let width = 255;
  let bits = 8;
  for (const [bit, probability] of bools) {
    const split = 1 + (((width - 1) * probability) >> 8);
    if (bit === 1) code += BigInt(split);
    width = bit === 1 ? width - split : split;
    for (; width < 128; width *= 2) {
      code *= 2n;
      bits += 1;
    }
  }
  const bytes = Math.ceil(bits / 8);
  const text = (code << BigInt(8 * bytes - bits)).toString(16);
  return Buffer.from(text.padStart(2 * bytes, '0'), 'hex');
}
