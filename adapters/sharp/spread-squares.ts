/** The side of a square of pixels: a block of JPEG. */
export const SIDE = 8;
/** Squares that are read, evenly spread: enough for a choice, and the same cost at any size. */
const MAX_SQUARES = 400;

/** The left upper corners, in pixels, of squares that are spread over so many. */
export function spreadSquares(columns: number, rows: number): [left: number, top: number][] {
  const step = Math.max(1, Math.sqrt((columns * rows) / MAX_SQUARES));
  const corners: [number, number][] = [];
  for (let row = 0; row < rows; row += step) {
    for (let column = 0; column < columns; column += step) {
      corners.push([Math.floor(column) * SIDE, Math.floor(row) * SIDE]);
    }
  }
  return corners;
}
