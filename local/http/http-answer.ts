import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** An answer on its way to a client. */
export interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

function isWhole(body: HttpAnswer['body']): body is Uint8Array {
  return body instanceof Uint8Array;
}

/** Drops a response whose client is gone. */
export function dropAnswer({ body }: HttpAnswer): void {
  if (!isWhole(body)) void body[Symbol.asyncIterator]().return?.();
}

function withLength({ statusCode, headers, body }: HttpAnswer): HttpAnswer['headers'] {
  const hasNoBody = statusCode === 204 || statusCode === 304;
  if (hasNoBody || !isWhole(body) || 'content-length' in headers) return headers;
  const isKnown = Object.keys(headers).some((name) => name.toLowerCase() === 'content-length');
  if (isKnown) return headers;
  return { ...headers, 'content-length': String(body.length) };
}

/**
 * Writes a response and waits until it is sent. A HEAD has no body, and keeps its length. A body
 * that breaks off cuts the connection, so that the client can't take it for whole.
 */
export async function sendAnswer(
  request: Pick<IncomingMessage, 'method'>,
  response: ServerResponse,
  answer: HttpAnswer,
): Promise<void> {
  const { statusCode, body } = answer;
  // it reads them alone
  response.writeHead(statusCode, withLength(answer) as OutgoingHttpHeaders);
  if (isWhole(body)) {
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.end(request.method === 'HEAD' ? undefined : body, resolve);
    });
    return;
  }
  await pipeline(body, response).catch(() => response.destroy());
}
