import { isStored } from '../transform/formats.ts';
import { detectFormat } from './detect-format.ts';
import { readGifHeader } from './gif/read-gif-header.ts';
import { ImageFileFault, type ImageFormat, type ImageHeader } from './image-file.ts';
import { readJpegHeader } from './jpeg/read-jpeg-header.ts';
import { readPngHeader } from './png/read-png-header.ts';
import { readWebpHeader } from './webp/read-webp-header.ts';

const READERS: Readonly<Record<ImageFormat, (bytes: Uint8Array) => ImageHeader>> = {
  jpg: readJpegHeader,
  png: readPngHeader,
  webp: readWebpHeader,
  gif: readGifHeader,
};

/**
 * The container's facts, without decoding a pixel; an ImageFileFault if size or frames can't be
 * known.
 */
export function readHeader(bytes: Uint8Array): ImageHeader {
  const format = detectFormat(bytes);
  if (format === undefined || !isStored(format)) throw new ImageFileFault('The format is unknown.');
  return READERS[format](bytes);
}
