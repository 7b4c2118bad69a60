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
