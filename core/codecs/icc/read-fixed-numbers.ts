import { ImageFileFault } from '../image-file.ts';
import { readUint32Be } from '../read-bytes.ts';

// the numbers of real profiles (tristimulus values, matrices, parameters of curves) are far below;
// text read as a number is far above
const MAX_NUMBER = 256;
const ONE = 0x10000;
const SIGN = 0x80000000;

/**
 * Bytes that are s15Fixed16 numbers (ICC.1:2022, 4.6), unchanged; an ImageFileFault if one is no
 * plausible number of a profile.
 */
export function readFixedNumbers(bytes: Uint8Array): Uint8Array {
  for (let at = 0; at < bytes.length; at += 4) {
    const raw = readUint32Be(bytes, at);
    const value = (raw >= SIGN ? raw - 2 * SIGN : raw) / ONE;
    if (Math.abs(value) > MAX_NUMBER) throw new ImageFileFault('A colour profile is broken.');
  }
  return bytes;
}
