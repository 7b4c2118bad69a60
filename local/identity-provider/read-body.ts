import type { IncomingMessage } from 'node:http';

/**
 * The body of a request with this media type; undefined where it is too long or of another type.
 */
export async function readTypedBody(
  request: IncomingMessage,
  type: string,
  maxBytes: number,
): Promise<string | undefined> {
  const sent = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  }
  if (sent !== type || length > maxBytes) return undefined;
  return Buffer.concat(chunks).toString();
}

const MAX_FORM_BYTES = 8_192;

/** The fields of a form that a page sent; undefined where it is too long or of another type. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const body = await readTypedBody(request, 'application/x-www-form-urlencoded', MAX_FORM_BYTES);
  return body === undefined ? undefined : new URLSearchParams(body);
}
