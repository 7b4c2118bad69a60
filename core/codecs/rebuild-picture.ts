import { detectFormat } from './detect-format.ts';
import { rebuildGif } from './gif/rebuild-gif.ts';
import { rebuildJpeg } from './jpeg/rebuild-jpeg.ts';
import { type CheckHeader, PictureFault, type RebuiltPicture } from './picture.ts';
import { rebuildPng } from './png/rebuild-png.ts';
import { rebuildWebp } from './webp/rebuild-webp.ts';

/**
 * The same picture from an allow-list of its parts (CONTRACT C4.5): compressed pixels untouched, what
 * follows the end marker dropped; a PictureFault where the file can't be walked to its end marker. One walk, whose work is linear
 * in the bytes; what checkHeader throws goes through.
 */
export function rebuildPicture(
  bytes: Uint8Array,
  checkHeader: CheckHeader = () => undefined,
): RebuiltPicture {
  switch (detectFormat(bytes)) {
    case 'jpg':
      return rebuildJpeg(bytes, checkHeader);
    case 'png':
      return rebuildPng(bytes, checkHeader);
    case 'webp':
      return rebuildWebp(bytes, checkHeader);
    case 'gif':
      return rebuildGif(bytes, checkHeader);
    case 'avif':
      throw new PictureFault('An AVIF cannot be rebuilt.');
    default:
      throw new PictureFault('The format is unknown.');
  }
}
