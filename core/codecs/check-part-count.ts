import { ImageFileFault } from './picture.ts';

// far more segments, chunks or blocks than encoders write for 25 MB; 100,000 take a walk some 10 ms
const MAX_PARTS = 100_000;

/**
 * A PictureFault beyond 100,000: a file of millions of empty parts costs more than its size
 * suggests.
 */
export function checkPartCount(count: number): void {
  if (count > MAX_PARTS) throw new ImageFileFault('The file has too many parts.');
}
