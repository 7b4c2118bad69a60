import type { CachedImage } from '../../core/images/ids.ts';
import type { EdgePurge } from '../../core/ports/images/edge-purge.ts';

/** Joins the purges of concurrent workers. */
export interface PurgeGathering {
  readonly edge: EdgePurge;
  /** One worker has no further purge. */
  leave(): void;
}

interface Batch {
  readonly images: CachedImage[];
  askers: number;
  readonly done: PromiseWithResolvers<void>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Joins the purges of several workers in one call, when all of them have asked or left, at the
 * latest after `waitMs`. Each path costs, and many images of one project are one path. Each
 * worker's purge fails if its call fails.
 */
export function gatherPurges(
  edge: EdgePurge,
  { workers, waitMs }: { readonly workers: number; readonly waitMs: number },
): PurgeGathering {
  let working = workers;
  let open: Batch | undefined;
  const send = (): void => {
    if (!open) return;
    const { images, done, timer } = open;
    open = undefined; // a later purge waits for the next call
    clearTimeout(timer);
    edge.purge(images).then(done.resolve, done.reject);
  };
  const sendIfAllAsked = (): void => {
    if (open && open.askers >= working) send();
  };
  return {
    edge: {
      ...edge,
      purge: (images) => {
        open ??= {
          images: [],
          askers: 0,
          done: Promise.withResolvers(),
          timer: setTimeout(send, waitMs),
        };
        for (const image of images) open.images.push(image);
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
