import type { TemporaryImageId } from '../../images/ids.ts';
import type { StoredObject } from '../images/object-store.ts';

/** Where the bytes of direct uploads come in, which nothing serves. */
export interface IncomingObjects {
  /**
   * The bytes that came in with this entity tag; undefined where they are gone, or others have
   * taken their place.
   */
  get(id: TemporaryImageId, etag: string): Promise<StoredObject | undefined>;
  /** Removes whatever has come in. */
  remove(id: TemporaryImageId): Promise<void>;
}
