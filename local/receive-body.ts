import type { IncomingMessage } from 'node:http';

/** After so much that nobody will ever read, a client is cut off; `requestTimeout` bounds the time. */
const MAX_DISCARDED_BYTES = 1_000_000_000;

/**
 * The whole body, or `too_large` after reading on to its end: a client that is still sending would else see a reset
 * (CONTRACT C2.9). Throws where the client goes away before the end.
 */
export async function receiveBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too_large'> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks = [];
    if (bytes > MAX_DISCARDED_BYTES) throw new Error('a body without end');
  }
  if (bytes > maxBytes) return 'too_large';
  return Buffer.concat(chunks, bytes);
}
