import type { RetryOptions } from './with-retries.ts';

/** `sending` the bytes, then, after a direct upload alone, `checking` them. */
export interface UploadProgress {
  readonly phase: 'sending' | 'checking';
  /** Bytes of the file. */
  readonly loaded: number;
  readonly total: number;
}

export interface UploadOptions extends RetryOptions {
  /** The API's address, its stage included. */
  readonly baseUrl: string;
  /** `upl_…`: may be in a page. */
  readonly uploadKey: string;
  readonly file: Blob;
  /** What the file is, where its own `type` doesn't say it. */
  readonly contentType?: string | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** A File's name, which the platform keeps free of half surrogate pairs; undefined for a Blob. */
export function nameOf(file: Blob): string | undefined {
  const isNamed = 'name' in file && typeof file.name === 'string' && file.name !== '';
  return isNamed ? (file as File).name : undefined;
}

/** Tells the page how much of the file is sent, whatever is sent around it. */
export function sentReporter({ file, onProgress }: UploadOptions) {
  const total = file.size;
  return (
    onProgress &&
    ((fraction: number) =>
      onProgress({ phase: 'sending', loaded: Math.round(fraction * total), total }))
  );
}
