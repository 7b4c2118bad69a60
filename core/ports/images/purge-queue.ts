import type { ImageId } from '../../images/ids.ts';

/** The purge worker's queue of deletions; a deletion that is queued twice is purged once. */
export interface PurgeQueue {
  add(ids: readonly ImageId[]): Promise<void>;
}
