import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_WAIT_SECONDS } from '../upload/failures.ts';
import { SourceFault } from './source-fault.ts';

/** The largest image that the service takes (uploads.direct-max-size). */
export const MAX_IMAGE_BYTES = 25_000_000;
const TIMEOUT_MS = 60_000;
const RETRIES = 5;
const FIRST_DELAY_MS = 500;

/** The reading of an address, with the parts that a test replaces. */
export interface Reading {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** A fault after which the same address may be read again. */
class Passing extends Error {
  readonly fault: SourceFault;
  readonly waitMs: number;
  constructor(fault: SourceFault, waitMs: number) {
    super(fault.message);
    this.fault = fault;
    this.waitMs = waitMs;
  }
}

/** RFC 9110, 10.2.3: seconds or a date; 0 without either. */
export function readRetryAfter(text: string | null, now = Date.now()): number {
  if (text === null) return 0;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  return Math.max(0, (Date.parse(text) || now) - now);
}

const CODES: Readonly<Record<number, string>> = {
  403: 'access_denied',
  404: 'not_found',
  410: 'not_found',
};

function faultOf(url: string, { status, headers }: Response): Error {
  const code = CODES[status] ?? 'unexpected_status';
  if (![429, 502, 503, 504].includes(status)) {
    return new SourceFault(code, `${url} returned ${status}.`);
  }
  const waitMs = readRetryAfter(headers.get('Retry-After'));
  const fault = new SourceFault(code, `${url} returned ${status}.`, true);
  return waitMs > LONGEST_WAIT_SECONDS * 1000 ? fault : new Passing(fault, waitMs);
}

export function tooLarge(name: string): SourceFault {
  return new SourceFault('payload_too_large', `${name} has more than ${MAX_IMAGE_BYTES} bytes.`);
}

/** The chunks of a body as one Blob; throws at the first byte too many. */
export async function readBounded(
  name: string,
  body: AsyncIterable<Uint8Array> | readonly Uint8Array[],
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_IMAGE_BYTES) throw tooLarge(name);
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
  }
  return new Blob(chunks);
}

async function attempt(url: string, { signal: stop, timeoutMs = TIMEOUT_MS }: Reading) {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await fetch(url, { signal });
    if (response.ok) return await readBounded(url, response.body ?? []);
    await response.body?.cancel();
    throw faultOf(url, response);
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof SourceFault || error instanceof Passing) throw error;
    const { cause = error } = error as Error;
    const why = (cause as Error).message;
    throw new Passing(new SourceFault('network_error', `${url} cannot be read: ${why}`, true), 0);
  }
}

/**
 * The bytes at an address, which this computer reads. A server that is busy or away is asked again,
 * after the wait that it names. Throws a SourceFault if the bytes are not served whole.
 */
export async function fetchImage(url: string, reading: Reading): Promise<Blob> {
  const wait = reading.wait ?? ((ms, signal) => sleep(ms, undefined, { signal }));
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt(url, reading);
    } catch (error) {
      if (!(error instanceof Passing)) throw error;
      if (failed >= RETRIES) throw error.fault;
      await wait(error.waitMs + FIRST_DELAY_MS * 2 ** failed, reading.signal).catch((reason) => {
        reading.signal.throwIfAborted();
        throw reason;
      });
    }
  }
}

/** The file name in the path of an address. */
export function fileNameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
