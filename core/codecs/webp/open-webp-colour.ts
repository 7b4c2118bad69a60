import { isShownOtherwise, showAsBrowsers } from '../icc/show-as-browsers.ts';
import { hasTextAt } from '../read-bytes.ts';
import { FIRST_RIFF_CHUNK, readRiffChunk } from './read-riff-chunk.ts';

/**
 * Opens a stored WebP's colours: a profile with tables is shown as in browsers. Any other file is
 * answered as it is. An ImageFileFault if it can't be walked.
 */
export function openWebpColour(bytes: Uint8Array): Uint8Array {
  if (!hasTextAt(bytes, FIRST_RIFF_CHUNK, 'VP8X')) return bytes;
  const { end } = readRiffChunk(bytes, FIRST_RIFF_CHUNK);
  const { type, data } = readRiffChunk(bytes, end); // a profile is the next (RFC 9649, 2.7)
  if (type !== 'ICCP' || !isShownOtherwise(data)) return bytes;
  const copy = Uint8Array.from(bytes);
  const start = data.byteOffset - bytes.byteOffset;
  showAsBrowsers(copy.subarray(start, start + data.length));
  return copy;
}
