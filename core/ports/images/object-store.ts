export interface StoredObject {
  readonly bytes: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Bytes under keys. A put is durable and whole, or not there at all. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The same, unless there is one; false then. Of several at once exactly one is stored. */
  putNew(key: string, bytes: Uint8Array, contentType: string): Promise<boolean>;
  /** Undefined where there is none, whatever the store calls that. */
  get(key: string): Promise<StoredObject | undefined>;
  /** False where there is nothing at `from`. */
  copy(from: string, to: string): Promise<boolean>;
  /** Removing what isn't there is no error. */
  remove(key: string): Promise<void>;
  /** Removes every object, and every version of it, whose key starts with the prefix. */
  removeAll(prefix: string): Promise<void>;
}
