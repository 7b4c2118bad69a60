/** A file of the CDN's access logs, which never changes once it is there. */
export interface AccessLogFile {
  readonly name: string;
  /** The store's word for its content; empty where a name is never used twice. */
  readonly etag: string;
}

/** Reads access logs; a port, with its adapters in adapters/access-logs. */
export interface AccessLogs {
  /** The file's text, unpacked; undefined where there is none (any more). */
  open(file: AccessLogFile): Promise<AsyncIterable<Uint8Array> | undefined>;
}
