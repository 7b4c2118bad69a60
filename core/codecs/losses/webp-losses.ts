import { checkPartCount, hasTextAt } from '../read-bytes.ts';
import { FIRST_RIFF_CHUNK, readRiff, readRiffChunk } from '../webp/read-riff-chunk.ts';
import { collectExif, collectXmp, type Losses } from './metadata-losses.ts';

const EXIF_PREFIX = 'Exif\0\0';

/** The parts of a WebP, chunk by chunk. */
export function collectWebpLosses(bytes: Uint8Array, losses: Losses): void {
  const riff = readRiff(bytes);
  let at = FIRST_RIFF_CHUNK;
  for (let parts = 1; at < riff.length; parts += 1) {
    checkPartCount(parts);
    const { type, data, end } = readRiffChunk(riff, at);
    if (type === 'EXIF') {
      const skipped = hasTextAt(data, 0, EXIF_PREFIX) ? EXIF_PREFIX.length : 0;
      collectExif(data.subarray(skipped), losses);
    }
    if (type === 'XMP ') collectXmp(data, losses);
    at = end;
  }
}
