/**
 * `node bench/encoders/prepare.ts`: the references of the images of images.tsv and of
 * draw-screens.ts.
 */
import { readOwnPictures, writeReferences } from './references.ts';

const pictures = readOwnPictures();
const made = await writeReferences(pictures, '');
console.log(`${made} references, and the middles, of ${pictures.length} images`);
