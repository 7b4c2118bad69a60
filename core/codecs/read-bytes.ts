import { ImageFileFault } from './image-file.ts';

const CUT = 'The file ends too early.';

/** One byte; an ImageFileFault past the end, as in every other reader here. */
export function readByte(bytes: Uint8Array, at: number): number {
  const value = bytes[at];
  if (value === undefined) throw new ImageFileFault(CUT);
  return value;
}

/** Big-endian, 16 bits. */
export function readUint16Be(bytes: Uint8Array, at: number): number {
  return readByte(bytes, at) * 0x100 + readByte(bytes, at + 1);
}

/** Big-endian, 32 bits, never negative. */
export function readUint32Be(bytes: Uint8Array, at: number): number {
  return readUint16Be(bytes, at) * 0x10000 + readUint16Be(bytes, at + 2);
}

/** Little-endian, 16 bits. */
export function readUint16Le(bytes: Uint8Array, at: number): number {
  return readByte(bytes, at) + readByte(bytes, at + 1) * 0x100;
}

/** Little-endian, 24 bits. */
export function readUint24Le(bytes: Uint8Array, at: number): number {
  return readUint16Le(bytes, at) + readByte(bytes, at + 2) * 0x10000;
}

/** Little-endian, 32 bits, never negative. */
export function readUint32Le(bytes: Uint8Array, at: number): number {
  return readUint16Le(bytes, at) + readUint16Le(bytes, at + 2) * 0x10000;
}

/** A view on the bytes from start to end, all of them or an ImageFileFault. */
export function readSlice(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (start > end || end > bytes.length) throw new ImageFileFault(CUT);
  return bytes.subarray(start, end);
}

/** Four Latin-1 characters: the name of a chunk, a brand or a signature. */
export function readFourCharacters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(
    readByte(bytes, at),
    readByte(bytes, at + 1),
    readByte(bytes, at + 2),
    readByte(bytes, at + 3),
  );
}

/** Whether exactly this Latin-1 text is at the place; false past the end. */
export function hasTextAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    if (bytes[at + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}

// far more segments, chunks or blocks than writers make of 25 MB; 100,000 take a walk some 10 ms
export const MAX_PARTS = 100_000;

/**
 * An ImageFileFault beyond 100,000: a file of millions of empty parts costs more than its size
 * says.
 */
export function checkPartCount(count: number): void {
  if (count > MAX_PARTS) throw new ImageFileFault('The file has too many parts.');
}
