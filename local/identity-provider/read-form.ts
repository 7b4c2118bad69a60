import type { IncomingMessage } from 'node:http';

const MAX_FORM_BYTES = 8_192;

/** The fields of a form that a page sent; undefined where it is too long or of another type. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_FORM_BYTES) chunks.push(chunk);
  }
  if (type !== 'application/x-www-form-urlencoded' || length > MAX_FORM_BYTES) return undefined;
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
