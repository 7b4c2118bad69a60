import { isRebuilt, type RebuiltFormat } from '../transform/formats.ts';
import { detectFormat } from './detect-format.ts';
import { rebuildGif } from './gif/rebuild-gif.ts';
import { type CheckHeader, ImageFileFault, type RebuiltImage } from './image-file.ts';
import { rebuildJpeg } from './jpeg/rebuild-jpeg.ts';
import { rebuildPng } from './png/rebuild-png.ts';
import { rebuildWebp } from './webp/rebuild-webp.ts';

const REBUILDERS: Readonly<Record<RebuiltFormat, typeof rebuildJpeg>> = {
  jpg: rebuildJpeg,
  png: rebuildPng,
  webp: rebuildWebp,
  gif: rebuildGif,
};

/**
 * The same picture from an allow-list of its parts (uploads.cleaning): compressed pixels untouched,
 * what follows the end marker dropped; a PictureFault where the file can't be walked to its end
 * marker. One walk, whose work is linear in the bytes; what checkHeader throws goes through.
 */
export function rebuildImage(
  bytes: Uint8Array,
  checkHeader: CheckHeader = () => undefined,
): RebuiltImage {
  const format = detectFormat(bytes);
  if (format === undefined || format === 'heic') throw new ImageFileFault('The format is unknown.');
  if (!isRebuilt(format)) throw new ImageFileFault(`The format ${format} cannot be rebuilt.`);
  return REBUILDERS[format](bytes, checkHeader);
}
