import { CommandError } from '../command-error.ts';
import type { Outcome } from '../exit-codes.ts';

/** As much as the service takes (uploads.direct-max-size). */
const MAX_BYTES = 25_000_000;
/** Of an address; every other answer without bytes is of this address only. */
const OUTCOMES: Readonly<Record<number, Outcome>> = {
  403: 'notAllowed',
  429: 'later',
  503: 'later',
};
const TIMEOUT_MS = 60_000;

/** The bytes at an address, which this computer reads; throws if they are not served whole. */
export async function fetchImage(url: string, stop: AbortSignal): Promise<Blob> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
  const response = await fetch(url, { signal });
  if (!response.ok) {
    await response.body?.cancel();
    const outcome = OUTCOMES[response.status] ?? 'notFound';
    throw new CommandError(outcome, `${url} returned ${response.status}.`);
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) {
      throw new CommandError('failed', `${url} has more than ${MAX_BYTES} bytes.`);
    }
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
  }
  return new Blob(chunks);
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
