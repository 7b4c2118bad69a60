import { readAvifHeader } from './avif/read-avif-header.ts';
import { detectFormat } from './detect-format.ts';
import { readGifHeader } from './gif/read-gif-header.ts';
import { readJpegHeader } from './jpeg/read-jpeg-header.ts';
import { PictureFault, type PictureHeader } from './picture.ts';
import { readPngHeader } from './png/read-png-header.ts';
import { readWebpHeader } from './webp/read-webp-header.ts';

/**
 * What the container says, without decoding a pixel; a PictureFault where size or frames can't
 * be known.
 */
export function readHeader(bytes: Uint8Array): PictureHeader {
  switch (detectFormat(bytes)) {
    case 'jpg':
      return readJpegHeader(bytes);
    case 'png':
      return readPngHeader(bytes);
    case 'webp':
      return readWebpHeader(bytes);
    case 'gif':
      return readGifHeader(bytes);
    case 'avif':
      return readAvifHeader(bytes);
    default:
      throw new PictureFault('The format is unknown.');
  }
}
