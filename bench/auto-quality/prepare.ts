/**
 * `node bench/auto-quality/prepare.ts`: the references of the images of images.tsv, beside those of
 * bench/encoders.
 */
import { readPictures, writeReferences } from '../encoders/references.ts';

const pictures = readPictures('bench/auto-quality/images.tsv');
const made = await writeReferences(pictures, 'more-');
console.log(`${made} references, and the middles, of ${pictures.length} images`);
