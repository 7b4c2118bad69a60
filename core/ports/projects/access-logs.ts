/** A file of the CDN's access logs, which never changes after it is written. */
export interface AccessLogFile {
  readonly name: string;
  /** The store's entity tag of its content; empty if a name is never used twice. */
  readonly etag: string;
}

/** A port that reads access logs. */
export interface AccessLogs {
  /** The file's text, unpacked; undefined if it doesn't exist (any more). */
  open(file: AccessLogFile): Promise<AsyncIterable<Uint8Array> | undefined>;
}
