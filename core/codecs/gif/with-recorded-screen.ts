import { ImageFileFault } from '../image-file.ts';
import { uint16Le } from '../write-bytes.ts';
import { readGifHeader } from './read-gif-header.ts';
import { SCREEN_SIZE_AT } from './walk-gif.ts';

function hasSize(bytes: Uint8Array, width: number, height: number): boolean {
  try {
    const header = readGifHeader(bytes);
    return header.width === width && header.height === height;
  } catch (error) {
    if (error instanceof ImageFileFault) return true; // its decoder reports it
    throw error;
  }
}

/**
 * A stored GIF with a screen of the size that its record states; the bytes themselves, if they
 * agree. Before docs/decisions/0100, a record had the first frame's size for some screens.
 */
export function withRecordedScreen(bytes: Uint8Array, width: number, height: number): Uint8Array {
  if (hasSize(bytes, width, height)) return bytes;
  const recorded = Uint8Array.from(bytes);
  recorded.set([...uint16Le(width), ...uint16Le(height)], SCREEN_SIZE_AT);
  return recorded;
}
