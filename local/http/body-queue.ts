export interface BodyQueue {
  readonly body: AsyncIterable<Uint8Array>;
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

interface BodyQueueEvents {
  /** The reader has taken so many bytes. */
  onConsumed(bytes: number): void;
  /** The reader wants no more, before the end. */
  onCancel(): void;
}

interface Queue {
  readonly chunks: Uint8Array[];
  state: 'open' | 'ended' | Error;
  wake: (() => void) | undefined;
}

function settle(queue: Queue, state: 'ended' | Error): void {
  if (queue.state !== 'open') return;
  queue.state = state;
  queue.wake?.();
}

async function takeNext(
  queue: Queue,
  { onConsumed }: BodyQueueEvents,
): Promise<IteratorResult<Uint8Array, undefined>> {
  for (;;) {
    const value = queue.chunks.shift();
    if (value) {
      onConsumed(value.length);
      return { done: false, value };
    }
    if (queue.state instanceof Error) throw queue.state;
    if (queue.state === 'ended') return { done: true, value: undefined };
    await new Promise<void>((resolve) => {
      queue.wake = resolve;
    });
  }
}

/**
 * A body that is written by events and read by one `for await`; an error cuts it after what came
 * before.
 */
export function createBodyQueue(events: BodyQueueEvents): BodyQueue {
  const queue: Queue = { chunks: [], state: 'open', wake: undefined };
  // no generator: one that was never started skips its `finally`, and a body may be left unread
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next: () => takeNext(queue, events),
    async return() {
      queue.chunks.length = 0;
      if (queue.state === 'open') events.onCancel();
      settle(queue, 'ended');
      return { done: true, value: undefined };
    },
  };
  return {
    body: { [Symbol.asyncIterator]: () => iterator },
    push(chunk) {
      if (queue.state !== 'open') return;
      queue.chunks.push(chunk);
      queue.wake?.();
    },
    end: () => settle(queue, 'ended'),
    fail: (error) => settle(queue, error),
  };
}
