import type { HttpAnswer } from '../http/http-answer.ts';

/** The one range of a header; several are left to whoever sends the whole (RFC 9110, 14.2). */
const ONE_RANGE = /^bytes=(\d{1,15})?-(\d{1,15})?$/i;

/** The headers of a request that ask for a part. */
interface Asked {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | readonly string[] | undefined;
}

/** Bytes of a body, the last one included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** The range of a body of this length; null if it has no such byte, undefined if none is asked. */
function rangeIn(header: string, length: number): Range | null | undefined {
  const found = ONE_RANGE.exec(header.trim());
  const [from, to] = [found?.[1], found?.[2]];
  if (from === undefined) {
    if (to === undefined) return undefined;
    if (Number(to) === 0 || length === 0) return null;
    return { first: Math.max(0, length - Number(to)), last: length - 1 };
  }
  const first = Number(from);
  const last = to === undefined ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== undefined && Number(to) < first) return undefined;
  return first >= length ? null : { first, last };
}

/** The bytes of a range; the rest of a body isn't read. */
async function* bytesOf(
  body: AsyncIterable<Uint8Array>,
  { first, last }: Range,
): AsyncIterable<Uint8Array> {
  let at = 0;
  for await (const chunk of body) {
    const piece = chunk.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at));
    if (piece.length > 0) yield piece;
    at += chunk.length;
    if (at > last) return;
  }
}

/** Whether the header If-Range is absent, or names this very answer (RFC 9110, 13.1.5). */
function isOfThis(condition: Asked['if-range'], headers: HttpAnswer['headers']): boolean {
  if (condition === undefined) return true;
  return [headers.etag, headers['last-modified']].includes(condition);
}

/**
 * The part of a whole answer to a GET that its header Range asks for: 206, or 416 beyond its end.
 * The whole one in every other case.
 */
export function partOf<Answer extends HttpAnswer>(asked: Asked, whole: Answer): Answer {
  const { statusCode, headers, body } = whole;
  const length = Number(headers['content-length']);
  if (asked.range === undefined || statusCode !== 200 || !Number.isSafeInteger(length))
    return whole;
  if (!isOfThis(asked['if-range'], headers)) return whole;
  const range = rangeIn(asked.range, length);
  if (range === undefined) return whole;
  if (range === null) {
    if (!(body instanceof Uint8Array)) void body[Symbol.asyncIterator]().return?.();
    const { 'content-type': _, ...kept } = headers;
    const none = { ...kept, 'content-length': '0', 'content-range': `bytes */${length}` };
    return { ...whole, statusCode: 416, headers: none, body: new Uint8Array() };
  }
  const { first, last } = range;
  const part = {
    ...headers,
    'content-length': String(last + 1 - first),
    'content-range': `bytes ${first}-${last}/${length}`,
  };
  const bytes = body instanceof Uint8Array ? body.subarray(first, last + 1) : bytesOf(body, range);
  return { ...whole, statusCode: 206, headers: part, body: bytes };
}
