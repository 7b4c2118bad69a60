import type { RetryOptions } from './with-retries.ts';

/** `sending` the bytes; then, only after a direct upload, `checking` them. */
export interface UploadProgress {
  readonly phase: 'sending' | 'checking';
  /** Bytes of the file. */
  readonly loaded: number;
  readonly total: number;
  /** Of `checking`: where a page that was closed meanwhile continues, by waitForUpload. */
  readonly temporaryImageUrl?: string;
}

/** By what an upload is let in: one of the three. */
export type UploadCredential =
  /** `upl_…`: may be public in a page. */
  | {
      readonly uploadKey: string;
      readonly apiKey?: never;
      readonly accessToken?: never;
      readonly projectId?: never;
    }
  /** `private_…`: only for back ends, never for pages. */
  | {
      readonly apiKey: string;
      readonly uploadKey?: never;
      readonly accessToken?: never;
      readonly projectId?: never;
    }
  /** The access token of an editor, or a function that returns a valid one before each attempt. */
  | {
      readonly accessToken: string | (() => string | Promise<string>);
      readonly projectId: string;
      readonly uploadKey?: never;
      readonly apiKey?: never;
    };

/** Where a call about an upload goes, and what lets it in. */
export type CallOptions = UploadCredential &
  RetryOptions & {
    /** The base URL of the API, with its stage. */
    readonly baseUrl: string;
  };

export type UploadOptions = CallOptions & SentFile;

interface SentFile {
  readonly file: Blob;
  /** The content type in place of `file.type`. Without either, the bytes decide. */
  readonly contentType?: string | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/**
 * The content type of an upload: the one that it states. A browser gives none to a file that its
 * system doesn't know; then the bytes decide.
 */
export const contentTypeOf = ({ file, contentType }: UploadOptions): string =>
  contentType || file.type || 'application/octet-stream';

/** A File's name, which the platform keeps free of half surrogate pairs; undefined for a Blob. */
export function nameOf(file: Blob): string | undefined {
  const { name } = file as Partial<File>;
  return name || undefined;
}

/** Reports the sent bytes of the file, without the form around it. */
export function sentReporter({ file, onProgress }: UploadOptions) {
  const total = file.size;
  return (
    onProgress &&
    ((fraction: number) =>
      onProgress({ phase: 'sending', loaded: Math.round(fraction * total), total }))
  );
}
