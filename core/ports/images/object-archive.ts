/** Size and SHA-256 (lower-case hex) of bytes. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** The digest that bytes should have. */
export interface ExpectedDigest {
  readonly bytes?: number;
  readonly sha256: string;
}

/** A file below a folder; it counts as missing where a name between the two is a link. */
export interface StoredFile {
  readonly root: string;
  readonly path: string;
}

/** Where the bytes of an object are read from: a file, or a body; undefined if there is none. */
export type ObjectSource = StoredFile | (() => Promise<AsyncIterable<Uint8Array> | undefined>);

/**
 * The stored objects of a service as backups, checks and restores take them. An object is missing
 * only if its store says so; every other failure is thrown.
 */
export interface ObjectArchive {
  /** All keys, in no order; no list of them is held. */
  keys(): AsyncGenerator<string>;
  source(key: string): ObjectSource;
  /** Reads an object to its end in small parts; undefined if it is missing. */
  digest(key: string): Promise<Digest | undefined>;
  /** Its size, without reading it; undefined if it is missing. */
  size(key: string): Promise<number | undefined>;
  /** The time of its last change in epoch milliseconds; undefined if it is missing. */
  changedAt(key: string): Promise<number | undefined>;
  /**
   * Stores bytes under a key, durably, in place of an older object. Nothing is stored if they have
   * another digest, or where a link or a folder is in the way. A bucket keeps the content type, by
   * default `application/octet-stream`.
   */
  store(
    source: ObjectSource,
    key: string,
    expected: ExpectedDigest,
    contentType?: string,
  ): Promise<'copied' | 'missing' | 'damaged' | 'blocked'>;
  /** Removes an object durably; a missing one is no error. */
  remove(key: string): Promise<void>;
}
