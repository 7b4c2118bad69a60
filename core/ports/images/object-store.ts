export interface StoredObject {
  readonly bytes: number;
  /** Its pieces are the reader's alone, who may give their memory back (`releaseBytes`). */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Bytes under keys. A put is durable and complete, or has no effect. Only a rendition may be lost
 * or torn by a power cut: its reader compares it with its record.
 */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /**
   * The same, unless the object exists; false then. Of several concurrent puts exactly one is
   * stored.
   */
  putNew(key: string, bytes: Uint8Array, contentType: string): Promise<boolean>;
  /**
   * Undefined if the object doesn't exist, whatever error the store uses for that. `recordedBytes`
   * is its length by its record, where the reader knows it: a store may choose its way by that.
   */
  get(key: string, recordedBytes?: number): Promise<StoredObject | undefined>;
  /** False if `from` doesn't exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Removing a missing object is no error. */
  remove(key: string): Promise<void>;
  /** Removes every object, and every version of it, whose key starts with the prefix. */
  removeAll(prefix: string): Promise<void>;
}
