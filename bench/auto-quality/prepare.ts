/**
 * `node bench/auto-quality/prepare.ts`: the references of the images of images.tsv, beside those of
 * bench/encoders. All of both are 1000 pixels wide, too, and a quarter are 700 wide.
 */
import { readOwnPictures, readPictures, writeReferences } from '../encoders/references.ts';

/** In pixels: those that bench/encoders leaves out, and those between. */
function furtherWidths(at: number): number[] {
  if (at % 2 === 0) return [];
  return at % 4 === 1 ? [700, 1000] : [1000];
}

const pictures = readPictures('bench/auto-quality/images.tsv');
const made = [
  await writeReferences(pictures, 'more-'),
  await writeReferences(pictures, 'more-', furtherWidths),
  await writeReferences(readOwnPictures(), '', furtherWidths),
];
console.log(`${made.reduce((sum, count) => sum + count)} references, and the middles`);
