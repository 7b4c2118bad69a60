import { ImageFileFault } from '../image-file.ts';

/**
 * Undoes a row's filter in place (PNG third edition, 9.2), for pixels of one byte or less. The row
 * above is all zeros for the first of a pass. An ImageFileFault for an unknown filter.
 */
export function unfilterRow(filter: number, row: Uint8Array, above: Uint8Array): void {
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let i = 1; i < row.length; i += 1) row[i] = at(row, i) + at(row, i - 1);
      return;
    case 2:
      for (let i = 0; i < row.length; i += 1) row[i] = at(row, i) + at(above, i);
      return;
    case 3:
      for (let i = 0; i < row.length; i += 1) {
        row[i] = at(row, i) + ((at(row, i - 1) + at(above, i)) >> 1);
      }
      return;
    case 4:
      for (let i = 0; i < row.length; i += 1) {
        row[i] = at(row, i) + predict(at(row, i - 1), at(above, i), at(above, i - 1));
      }
      return;
    default:
      throw new ImageFileFault('The PNG image data are damaged.');
  }
}

function at(row: Uint8Array, index: number): number {
  return row[index] ?? 0; // the first pixel has no left neighbour
}

// Paeth's predictor: the neighbour that is nearest to left + above - upper left, in this order
function predict(remaining: number, above: number, upperLeft: number): number {
  const estimate = remaining + above - upperLeft;
  const fromLeft = Math.abs(estimate - remaining);
  const fromAbove = Math.abs(estimate - above);
  const fromUpperLeft = Math.abs(estimate - upperLeft);
  if (fromLeft <= fromAbove && fromLeft <= fromUpperLeft) return remaining;
  return fromAbove <= fromUpperLeft ? above : upperLeft;
}
