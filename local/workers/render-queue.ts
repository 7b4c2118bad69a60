import type { QueuedRender, RenderQueue } from '../../core/ports/images/render-queue.ts';

export interface LocalRenderQueue extends RenderQueue {
  /** How many wait or are made. */
  length(): number;
  /** Drops what waits. */
  stop(): void;
}

/** Maximum of the queue; further renditions are dropped until the next request. */
const MAX_WAITING = 100;

function nameOf({ imageId, renditionKey }: QueuedRender): string {
  return `${imageId}/${renditionKey}`;
}

/**
 * SQS's counterpart for renditions in the background, one at a time, so that a process is left for
 * waiting requests. It is in memory and retries nothing: the next request for a rendition queues it
 * again.
 */
export function createLocalRenderQueue(
  make: (render: QueuedRender) => Promise<void>,
): LocalRenderQueue {
  const waiting = new Map<string, QueuedRender>();
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (const [name, render] of waiting) {
      await make(render).catch(() => undefined); // the function itself reports it
      waiting.delete(name);
    }
    isRunning = false;
  };
  return {
    add: async (render) => {
      const name = nameOf(render);
      if (waiting.has(name) || waiting.size >= MAX_WAITING) return;
      waiting.set(name, render);
      void run();
    },
    length: () => waiting.size,
    stop: () => waiting.clear(),
  };
}
