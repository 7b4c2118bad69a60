/** A result as the browser got it. */
export interface Made {
  readonly url: string;
  readonly source: string;
  readonly bytes: number;
  readonly milliseconds: number;
  /** `render 23 ms, store 6 ms`: the steps of the service, empty if it tells none. */
  readonly steps: string;
}

/** The durations of a `Server-Timing` header; entries without one are left out. */
function describeSteps(header: string): string {
  const entries = header.matchAll(/([\w-]+)(?:;desc=(?:"[^"]*"|\w+))?;dur=([\d.]+)/g);
  return [...entries].map(([, name, ms]) => `${name} ${Math.round(Number(ms))} ms`).join(', ');
}

/** Fetches the image of an address, which makes it where it isn't stored. */
export async function fetchResult(url: string, signal: AbortSignal): Promise<Made> {
  const from = performance.now();
  const response = await fetch(url, { signal });
  if (!response.ok) throw new TypeError(`${response.status} ${response.statusText}`);
  const blob = await response.blob();
  const milliseconds = Math.round(performance.now() - from);
  const steps = describeSteps(response.headers.get('Server-Timing') ?? '');
  return { url, source: URL.createObjectURL(blob), bytes: blob.size, milliseconds, steps };
}
