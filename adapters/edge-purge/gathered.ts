import { setTimeout as delay } from 'node:timers/promises';
import type { AnyImageId } from '../../core/images/ids.ts';
import type { EdgePurge } from '../../core/ports.ts';

interface Batch {
  readonly ids: Set<AnyImageId>;
  /** Settles as the purge of the whole batch does. */
  readonly done: Promise<void>;
}

/**
 * Purges that are asked for within `waitMs` of the first go to the edge in one call, at most `maxIds` pictures in each: a queue's worker asks for those
 * of all its messages at about the same time. Each fails where its call fails.
 */
export function createGatheredEdgePurge(
  edge: EdgePurge,
  { waitMs, maxIds }: { readonly waitMs: number; readonly maxIds: number },
): EdgePurge {
  let open: Batch | undefined;
  const begin = (): Batch => {
    const ids = new Set<AnyImageId>();
    const done = delay(waitMs).then(() => {
      if (open?.ids === ids) open = undefined; // whoever comes now is in time for the next only
      return edge.purge([...ids]);
    });
    return { ids, done };
  };
  return {
    ...edge,
    purge: (ids) => {
      const hasRoom = open !== undefined && open.ids.size + ids.length <= maxIds;
      const batch = hasRoom && open ? open : begin();
      open = batch;
      for (const id of ids) batch.ids.add(id);
      return batch.done;
    },
  };
}
