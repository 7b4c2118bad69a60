const COLOUR_BYTES = 3;
const HAS_TABLE = 0x80;
const TABLE_BITS = 0x87;

/**
 * A table of colours with black up to the highest that a pixel has, as browsers show it. libnsgif
 * shows it clear, or in the colour of another frame's table (docs/decisions/0100). Unchanged if
 * each colour is there.
 */
export function extendColours(table: Uint8Array, used: Uint8Array): Uint8Array {
  const highest = used.lastIndexOf(1);
  if (highest * COLOUR_BYTES < table.length) return table;
  let entries = Math.max(2, table.length / COLOUR_BYTES);
  while (entries <= highest) entries *= 2;
  const whole = new Uint8Array(entries * COLOUR_BYTES);
  whole.set(table);
  return whole;
}

/** The packed byte of a screen or a frame with the size of its table (GIF89a, 18 and 20). */
export function packTableSize(packed: number, table: Uint8Array): number {
  const exponent = Math.log2(table.length / COLOUR_BYTES);
  return (packed & ~TABLE_BITS) | HAS_TABLE | (exponent - 1);
}
