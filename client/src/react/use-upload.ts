'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UploadCredential } from '../upload-options.ts';
import { uploadTemporaryImage } from '../upload-temporary-image.ts';
import type { RetryOptions } from '../with-retries.ts';

/** Where an upload is; `fraction` is the sent part, 0 to 1. */
export type UploadState =
  | { readonly phase: 'idle' | 'cancelled' }
  | { readonly phase: 'sending' | 'checking'; readonly fraction: number; readonly file: File }
  | { readonly phase: 'done'; readonly temporaryImageUrl: string; readonly expiresAt: string }
  /** An ImagewellError has a `detail` for users. */
  | { readonly phase: 'failed'; readonly error: Error };

export type UseUploadOptions = UploadCredential &
  Pick<RetryOptions, 'retries'> & {
    /** The base URL of the API, with its stage. */
    readonly baseUrl: string;
  };

export interface Upload {
  readonly state: UploadState;
  /**
   * Sends a file and cancels one that is being sent. The temporary image's URL; undefined after a
   * failure or a cancellation, which `state` tells, and for no file.
   */
  readonly upload: (file: File | null | undefined) => Promise<string | undefined>;
  readonly cancel: () => void;
}

/** Uploads of a component, one at a time; it is cancelled when the component goes. */
export function useUpload(options: UseUploadOptions): Upload {
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const running = useRef<AbortController | undefined>(undefined);
  const latest = useRef(options);
  latest.current = options;

  const cancel = useCallback(() => running.current?.abort(), []);
  const upload = useCallback(async (file: File | null | undefined) => {
    if (!file) return undefined; // a chooser that was closed gives none
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    // a late event of a cancelled upload must not hide the state of its successor
    const show = (next: UploadState) => {
      if (running.current === stop) setState(next);
    };
    show({ phase: 'sending', fraction: 0, file });
    try {
      const { temporaryImageUrl, expiresAt } = await uploadTemporaryImage({
        ...latest.current,
        file,
        signal: stop.signal,
        onProgress: ({ phase, loaded, total }) => show({ phase, fraction: loaded / total, file }),
      });
      show({ phase: 'done', temporaryImageUrl, expiresAt });
      return temporaryImageUrl;
    } catch (error) {
      if (stop.signal.aborted) show({ phase: 'cancelled' });
      else show({ phase: 'failed', error: error as Error });
      return undefined;
    }
  }, []);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
    },
    [],
  );
  return { state, upload, cancel };
}
