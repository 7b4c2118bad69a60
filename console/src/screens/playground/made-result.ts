import { readRefusal } from '../../state/read-refusal.ts';

/** A result as the browser got it. */
export interface Made {
  readonly url: string;
  readonly source: string;
  readonly bytes: number;
  readonly milliseconds: number;
  /** `render 23 ms, store 6 ms`: the steps of the service, empty if it tells none. */
  readonly steps: string;
  /** No byte of it came from the service now. */
  readonly isOfBrowser: boolean;
}

/** The durations of a `Server-Timing` header; entries without one are left out. */
function describeSteps(header: string): string {
  const entries = header.matchAll(/([\w-]+)(?:;desc=(?:"[^"]*"|\w+))?;dur=([\d.]+)/g);
  return [...entries].map(([, name, ms]) => `${name} ${Math.round(Number(ms))} ms`).join(', ');
}

/**
 * Whether the browser answered from its own cache. The service lets pages read the timing of an
 * image (Timing-Allow-Origin); without it nothing is known, and the answer counts as new.
 */
function cameFromBrowser(url: string, from: number): boolean {
  const entries = performance.getEntriesByName(url, 'resource') as PerformanceResourceTiming[];
  const last = entries.filter(({ startTime }) => startTime >= from).at(-1);
  return last !== undefined && last.transferSize === 0 && last.decodedBodySize > 0;
}

/**
 * Fetches the image of an address, which makes it where it isn't stored; `granted` is the address
 * that opens it.
 */
export async function fetchResult(
  url: string,
  granted: string,
  signal: AbortSignal,
): Promise<Made> {
  performance.clearResourceTimings(); // a full list takes no new entry
  const from = performance.now();
  const response = await fetch(granted, { signal });
  if (!response.ok) throw await readRefusal(response);
  const blob = await response.blob();
  const milliseconds = Math.round(performance.now() - from);
  const isOfBrowser = cameFromBrowser(granted, from);
  // the steps of a cached answer were those of an earlier one
  const steps = isOfBrowser ? '' : describeSteps(response.headers.get('Server-Timing') ?? '');
  const source = URL.createObjectURL(blob);
  return { url, source, bytes: blob.size, milliseconds, steps, isOfBrowser };
}
