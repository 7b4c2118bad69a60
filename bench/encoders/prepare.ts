/**
 * `node bench/encoders/prepare.ts`: the references of the images of images.tsv and of
 * draw-screens.ts.
 */
import { drawScreens } from './draw-screens.ts';
import { readPictures, writeReferences } from './references.ts';

const drawn = drawScreens().map(([, svg]) => ({ kind: 'screen', image: Buffer.from(svg) }));
const pictures = [...readPictures('bench/encoders/images.tsv'), ...drawn];
const made = await writeReferences(pictures, '');
console.log(`${made} references, and the middles, of ${pictures.length} images`);
