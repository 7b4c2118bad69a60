/**
 * Gives the memory of bytes back now; their length is 0 afterwards. The engine of JavaScript counts
 * such memory, so the garbage of two originals makes it collect the whole heap. Bytes that share
 * their buffer with others stay as they are.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}
