import type { EdgeCache } from './edge-cache.ts';

/**
 * Purges the edge of tags that another process purged, before a request is answered. Requests of
 * one turn of the event loop share one check: their bytes were there when the turn began. A request
 * that is sent after the end of a purge arrives in a later turn, which checks again.
 */
export function createApplyPurges(
  cache: Pick<EdgeCache, 'purgeTag'>,
  purgedTags: () => readonly string[],
): () => void {
  let hasChecked = false;
  return () => {
    if (hasChecked) return;
    for (const tag of purgedTags()) cache.purgeTag(tag);
    hasChecked = true;
    setImmediate(() => {
      hasChecked = false;
    });
  };
}
