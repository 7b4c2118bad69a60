/** The maximum number of entries in a palette of any format. */
export const MAX_COLOURS = 256;

/**
 * A copy of a palette of three bytes a colour, with black for colours that are not marked with a 1.
 */
export function zeroUnusedColours(palette: Uint8Array, usedColours: Uint8Array): Uint8Array {
  const kept = new Uint8Array(palette.length);
  for (let colour = 0; colour * 3 < palette.length; colour += 1) {
    if (usedColours[colour] !== 1) continue;
    kept.set(palette.subarray(colour * 3, colour * 3 + 3), colour * 3);
  }
  return kept;
}

/**
 * A table with its last entry repeated up to the highest colour that is marked with a 1; unchanged
 * if each of them is there.
 */
export function repeatLastEntry(
  table: Uint8Array,
  usedColours: Uint8Array,
  entryBytes: 1 | 3,
): Uint8Array {
  const bytes = (usedColours.lastIndexOf(1) + 1) * entryBytes;
  if (bytes <= table.length) return table;
  const last = table.length - entryBytes;
  return Uint8Array.from({ length: bytes }, (_, at) => {
    return table[at < table.length ? at : last + (at % entryBytes)] ?? 0;
  });
}
