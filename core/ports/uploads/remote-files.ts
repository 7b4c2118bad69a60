/** The reason for a missing file, in our own words: none of an origin or a resolver. */
export const REMOTE_FAULTS = [
  'timed_out',
  'name_not_found',
  'connection_failed',
  'unexpected_status',
  'too_many_redirects',
  'content_encoded',
] as const;

export type RemoteFault = (typeof REMOTE_FAULTS)[number];

/** A file at an address that a stranger chose; or why there is none. */
export type RemoteFile =
  | {
      readonly outcome: 'read';
      readonly bytes: Uint8Array;
      /** The header Content-Disposition, as received. */
      readonly disposition: string | undefined;
    }
  /** `detail`: of the address or of one that it redirects to, for the caller. */
  | { readonly outcome: 'not_allowed'; readonly detail: string }
  | { readonly outcome: 'too_large' }
  | { readonly outcome: 'failed'; readonly fault: RemoteFault; readonly status: number | null };

/** A port that reads files from addresses which strangers chose. */
export interface RemoteFiles {
  /**
   * Never rejects, within LIMITS.sourceTimeoutMs. It connects to global addresses only, follows a
   * few redirects by the same rule, and reads at most `maxBytes`.
   */
  read(url: string, maxBytes: number): Promise<RemoteFile>;
}
