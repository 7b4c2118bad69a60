import { withProfileOfBrowsers } from '../icc/show-as-browsers.ts';
import { hasTextAt } from '../read-bytes.ts';
import { FIRST_RIFF_CHUNK, readRiffChunk } from './read-riff-chunk.ts';

/** A view on the profile of a WebP. An ImageFileFault if the file can't be walked. */
export function readWebpProfile(bytes: Uint8Array): Uint8Array | undefined {
  if (!hasTextAt(bytes, FIRST_RIFF_CHUNK, 'VP8X')) return undefined;
  const { end } = readRiffChunk(bytes, FIRST_RIFF_CHUNK);
  const { type, data } = readRiffChunk(bytes, end); // a profile is the next (RFC 9649, 2.7)
  return type === 'ICCP' ? data : undefined;
}

/**
 * Opens a stored WebP's colours: a profile with tables is shown as in browsers. Any other file is
 * answered as it is. An ImageFileFault if it can't be walked.
 */
export function openWebpColour(bytes: Uint8Array): Uint8Array {
  const profile = readWebpProfile(bytes);
  return profile ? withProfileOfBrowsers(bytes, profile) : bytes;
}
