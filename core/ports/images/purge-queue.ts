import type { ImageId } from '../../images/ids.ts';

/** Where deletions wait for the purge worker; one that is queued twice is purged once. */
export interface PurgeQueue {
  add(ids: readonly ImageId[]): Promise<void>;
}
