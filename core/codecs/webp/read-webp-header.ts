import { ImageFileFault, type ImageHeader } from '../image-file.ts';
import { checkPartCount } from '../read-bytes.ts';
import { collectWebpChunk, type ExtendedWebp, readExtended } from './extended-webp.ts';
import { FIRST_RIFF_CHUNK, readRiff, readRiffChunk } from './read-riff-chunk.ts';
import { isBitstream, readWebpBitstream, type WebpBitstream } from './read-webp-bitstream.ts';

/**
 * The parts of a WebP: its one bitstream in the simple format, else the extended format's parts.
 */
export type WebpParts =
  | {
      readonly header: ImageHeader;
      readonly simple: WebpBitstream;
      readonly extended?: undefined;
    }
  | { readonly header: ImageHeader; readonly extended: ExtendedWebp };

/** A WebP's canvas and frames. */
export function readWebpHeader(bytes: Uint8Array): ImageHeader {
  return readWebp(bytes).header;
}

/** Walks a WebP to the end that its RIFF size states. */
export function readWebp(bytes: Uint8Array): WebpParts {
  const riff = readRiff(bytes);
  const first = readRiffChunk(riff, FIRST_RIFF_CHUNK);
  if (isBitstream(first.type)) {
    const simple = readWebpBitstream(first, undefined);
    return { header: headerOf(simple, 1), simple };
  }
  if (first.type !== 'VP8X') throw new ImageFileFault('The WebP does not start with an image.');
  const extended = readExtended(first.data);
  let parts = 1;
  for (let at = first.end; at < riff.length; parts += 1) {
    checkPartCount(parts);
    const chunk = readRiffChunk(riff, at);
    collectWebpChunk(extended, chunk);
    at = chunk.end;
  }
  const frames = countFrames(extended);
  const { canvas, hasAlpha } = extended;
  return { header: headerOf({ ...canvas, hasAlpha }, frames), extended };
}

function countFrames({ isAnimated, still, frames, canvas }: ExtendedWebp): number {
  if (isAnimated) {
    if (frames.length === 0) throw new ImageFileFault('The WebP animation has no frames.');
    return frames.length;
  }
  if (still?.width !== canvas.width || still.height !== canvas.height) {
    throw new ImageFileFault('The size of the WebP canvas does not match its image.');
  }
  return 1;
}

function headerOf(
  image: { width: number; height: number; hasAlpha: boolean },
  frames: number,
): ImageHeader {
  const { width, height, hasAlpha } = image;
  // no browser turns a WebP by its EXIF (docs/decisions/0100)
  return { format: 'webp', width, height, frames, hasAlpha, orientation: 1 };
}
