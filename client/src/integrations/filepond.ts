import { ImagewellError } from '../imagewell-error.ts';
import type { UploadCredential } from '../upload-options.ts';
import { uploadTemporaryImage } from '../upload-temporary-image.ts';
import type { RetryOptions } from '../with-retries.ts';

export type FilePondServerOptions = UploadCredential &
  Pick<RetryOptions, 'retries'> & {
    /** The base URL of the API, with its stage. */
    readonly baseUrl: string;
  };

/** The part of FilePond's `server` option that uploads. */
export interface FilePondServer {
  /** FilePond's own arguments: it calls one of the functions when the upload ends. */
  process(
    fieldName: string,
    file: Blob,
    metadata: object,
    load: (temporaryImageUrl: string) => void,
    error: (text: string) => void,
    progress: (isComputable: boolean, loaded: number, total: number) => void,
    abort: () => void,
  ): { abort(): void };
  /** A temporary image expires by itself. */
  readonly revert: null;
}

/**
 * The `server` of a FilePond: files go through the API or, if large, directly to the storage. The
 * server ID of a file is its temporary image's URL.
 */
export function createFilePondServer(options: FilePondServerOptions): FilePondServer {
  return {
    process(_fieldName, file, _metadata, load, error, progress, abort) {
      const stop = new AbortController();
      uploadTemporaryImage({
        ...options,
        file,
        signal: stop.signal,
        // the end of a direct upload is its validation, which nothing measures
        onProgress: ({ phase, loaded, total }) => progress(phase === 'sending', loaded, total),
      }).then(
        ({ temporaryImageUrl }) => load(temporaryImageUrl),
        (reason) => {
          if (stop.signal.aborted) return;
          error(reason instanceof ImagewellError ? reason.detail : String(reason));
        },
      );
      return {
        abort() {
          stop.abort();
          abort();
        },
      };
    },
    revert: null,
  };
}
