import type { CachedImage } from '../../core/images/ids.ts';
import type { EdgePurge } from '../../core/ports/images/edge-purge.ts';

/** Purges of several that are at work at once. */
export interface PurgeGathering {
  readonly edge: EdgePurge;
  /** One of them asks no more. */
  leave(): void;
}

interface Batch {
  readonly pictures: CachedImage[];
  askers: number;
  readonly done: PromiseWithResolvers<void>;
  readonly timer: NodeJS.Timeout;
}

/**
 * What several workers ask of the edge goes to it in one call, when all of them have asked or left,
 * and at the latest after `waitMs`: each entry costs, and many of one project go as one. Each fails
 * where its call fails.
 */
export function gatherPurges(
  edge: EdgePurge,
  { workers, waitMs }: { readonly workers: number; readonly waitMs: number },
): PurgeGathering {
  let working = workers;
  let open: Batch | undefined;
  const send = (): void => {
    if (!open) return;
    const { pictures, done, timer } = open;
    open = undefined; // whoever comes now is in time for the next only
    clearTimeout(timer);
    edge.purge(pictures).then(done.resolve, done.reject);
  };
  const sendIfAllAsked = (): void => {
    if (open && open.askers >= working) send();
  };
  return {
    edge: {
      ...edge,
      purge: (pictures) => {
        open ??= {
          pictures: [],
          askers: 0,
          done: Promise.withResolvers(),
          timer: setTimeout(send, waitMs),
        };
        open.pictures.push(...pictures);
        open.askers += 1;
        const { promise } = open.done;
        sendIfAllAsked();
        return promise;
      },
    },
    leave: () => {
      working -= 1;
      sendIfAllAsked();
    },
  };
}
