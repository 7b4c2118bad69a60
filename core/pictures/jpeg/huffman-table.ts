import { PictureFault } from '../picture.ts';
import { readByte } from '../read-bytes.ts';

/** For each 16 bits that may come next: the code's length in the upper byte, its value in the lower; 0 for no code. */
export type HuffmanTable = Uint16Array;

const MAX_CODE_BITS = 16;

/** A DHT table (its slot first, as in the segment) made ready for look-ups (ITU-T T.81, annex C). */
export function buildHuffmanTable(definition: Uint8Array): HuffmanTable {
  const table = new Uint16Array(1 << MAX_CODE_BITS);
  let filled = 0;
  let valueAt = 1 + MAX_CODE_BITS;
  for (let length = 1; length <= MAX_CODE_BITS; length += 1) {
    const width = 1 << (MAX_CODE_BITS - length);
    for (let left = readByte(definition, length); left > 0; left -= 1) {
      if (filled + width > table.length) throw new PictureFault('a JPEG table is broken');
      table.fill((length << 8) | readByte(definition, valueAt), filled, filled + width);
      filled += width;
      valueAt += 1;
    }
  }
  return table;
}
