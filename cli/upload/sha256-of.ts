import { createHash } from 'node:crypto';

/** The SHA-256 of chunks in hex digits, with one of them in memory at a time. */
export async function sha256Of(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
