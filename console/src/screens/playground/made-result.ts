/** A result as the browser got it. */
export interface Made {
  readonly url: string;
  readonly source: string;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly serverTiming: string;
}

/** Fetches the image of an address, which makes it where it isn't stored. */
export async function fetchResult(url: string, signal: AbortSignal): Promise<Made> {
  const from = performance.now();
  const response = await fetch(url, { signal });
  if (!response.ok) throw new TypeError(`${response.status} ${response.statusText}`);
  const blob = await response.blob();
  const milliseconds = Math.round(performance.now() - from);
  const serverTiming = response.headers.get('Server-Timing') ?? '';
  return { url, source: URL.createObjectURL(blob), bytes: blob.size, milliseconds, serverTiming };
}
