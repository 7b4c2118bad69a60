import type { TemporaryImageId } from '../../images/ids.ts';
import type { StoredObject } from '../images/object-store.ts';

/** The store in which the bytes of direct uploads arrive; delivery never serves them. */
export interface IncomingObjects {
  /**
   * The incoming bytes with this entity tag; undefined if they are gone, or others have replaced
   * them.
   */
  get(id: TemporaryImageId, etag: string): Promise<StoredObject | undefined>;
  /** Removes all incoming bytes. */
  remove(id: TemporaryImageId): Promise<void>;
}
