import { isStored, type UploadFormat } from '../transform/formats.ts';
import { detectFormat } from './detect-format.ts';
import { rebuildGif } from './gif/rebuild-gif.ts';
import { type CheckHeader, ImageFileFault, type RebuiltImage } from './image-file.ts';
import { rebuildJpeg } from './jpeg/rebuild-jpeg.ts';
import { rebuildPng } from './png/rebuild-png.ts';
import { rebuildWebp } from './webp/rebuild-webp.ts';

const REBUILDERS: Readonly<Record<UploadFormat, typeof rebuildJpeg>> = {
  jpg: rebuildJpeg,
  png: rebuildPng,
  webp: rebuildWebp,
  gif: rebuildGif,
};

/**
 * The same image from an allow-list of its parts (uploads.cleaning): compressed pixels unchanged,
 * bytes after the end marker dropped. An ImageFileFault if the file has no readable end marker. One
 * walk, whose work is linear in the bytes; errors of checkHeader pass through.
 */
export function rebuildImage(
  bytes: Uint8Array,
  checkHeader: CheckHeader = () => undefined,
): RebuiltImage {
  const format = detectFormat(bytes);
  if (format === undefined || !isStored(format)) throw new ImageFileFault('The format is unknown.');
  return REBUILDERS[format](bytes, checkHeader);
}
