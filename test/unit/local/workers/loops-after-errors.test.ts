import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeLog } from '../../../../adapters/sqlite/change-log.ts';
import { startArrivalLoop } from '../../../../local/workers/arrival-loop.ts';
import { startDeliveryLoop } from '../../../../local/workers/delivery-loop.ts';
import { startEventLoop } from '../../../../local/workers/event-loop.ts';
import { startMeteringTimer } from '../../../../local/workers/metering.ts';
import { startPurgeLoop } from '../../../../local/workers/purge-loop.ts';

const MINUTE = 60_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Something that a loop has to do, which fails so many times first. */
interface Work {
  failures: number;
  readonly done: string[];
  tries: number;
  looks: number;
}

const newWork = (failures: number): Work => ({ failures, done: [], tries: 0, looks: 0 });

function tryOnce(work: Work, names: readonly string[]): void {
  work.tries += 1;
  if (work.failures > 0) {
    work.failures -= 1;
    throw new Error('a fault that was put there');
  }
  work.done.push(...names);
}

/** Each loop over due work; with `isListFailing` the list fails in its place. */
const LOOPS: Readonly<
  Record<string, (work: Work, due: () => string[], isListFailing: boolean) => { stop(): void }>
> = {
  purges: (work, due, isListFailing) =>
    startPurgeLoop({
      listDue: async () => {
        work.looks += 1;
        if (isListFailing && due().length > 0) tryOnce(work, []);
        return due();
      },
      invoke: async ({ Records }) => {
        const names = Records.map(({ messageId }) => messageId);
        if (isListFailing) work.done.push(...names);
        else tryOnce(work, names);
        return { batchItemFailures: [] };
      },
      idleMs: 1_000,
    }),
  events: (work, due, isListFailing) =>
    startEventLoop({
      changeLog: {
        read: () => {
          work.looks += 1;
          if (isListFailing && due().length > 0) tryOnce(work, []);
          return due().map((change, number) => ({ number, change }));
        },
        removeUpTo: () => void work.done.push(...due()),
      } as unknown as ChangeLog,
      publish: async () => {
        if (!isListFailing) tryOnce(work, []);
      },
      onFault: () => undefined,
    }),
  deliveries: (work, due, isListFailing) =>
    startDeliveryLoop({
      listDue: async () => {
        work.looks += 1;
        if (isListFailing && due().length > 0) tryOnce(work, []);
        return due().map((deliveryId) => ({ deliveryId }) as never);
      },
      deliver: async ({ deliveryId }) => {
        if (isListFailing) work.done.push(deliveryId);
        else tryOnce(work, [deliveryId]);
      },
      onFault: () => undefined,
    }),
  arrivals: (work, due, isListFailing) =>
    startArrivalLoop({
      list: async () => {
        work.looks += 1;
        return due().map((temporaryImageId) => ({ temporaryImageId, etag: 'e' }) as never);
      },
      placeOf: async () => 'upload',
      invoke: async ({ Records }) => {
        const names = Records.map(({ messageId }) => messageId);
        try {
          tryOnce(work, names);
        } catch (error) {
          if (isListFailing) throw error;
          return { batchItemFailures: [{ itemIdentifier: names[0] ?? '' }] };
        }
        return { batchItemFailures: [] };
      },
    }),
};

describe.each(Object.entries(LOOPS))('the loop of %s', (_, start) => {
  const due = (work: Work, all: readonly string[]) => () =>
    all.filter((name) => !work.done.includes(name));

  it.each([
    ['the work', false],
    ['the list, or the whole call', true],
  ])('continues after %s failed again and again (errors.nothing-left)', async (_title, isList) => {
    const work = newWork(3);
    const loop = start(work, due(work, ['img_a', 'img_b']), isList);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(new Set(work.done)).toEqual(new Set(['img_a', 'img_b']));
    expect(work.failures).toBe(0);
    loop.stop();
  });

  it('forgets what failed before: later work waits no longer than at the start', async () => {
    const all = ['img_a'];
    const work = newWork(2);
    const loop = start(work, due(work, all), false);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    all.push('img_b');
    work.failures = 1;
    if ('wake' in loop) (loop as { wake(): void }).wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work.done).toEqual(['img_a', 'img_b']);
    loop.stop();
  });

  it('does nothing once it is stopped', async () => {
    const work = newWork(0);
    const loop = start(work, due(work, []), false);
    await vi.advanceTimersByTimeAsync(MINUTE);
    loop.stop();
    const { looks } = work;
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(work.looks).toBe(looks);
  });
});

it('the loop of arrivals looks no more once nothing has failed, until something arrives', async () => {
  const work = newWork(1);
  const loop = LOOPS.arrivals?.(
    work,
    () => ['img_a'].filter((one) => !work.done.includes(one)),
    false,
  );
  await vi.advanceTimersByTimeAsync(MINUTE);
  const { looks } = work;
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect([work.done, work.looks]).toEqual([['img_a'], looks]);
  loop?.stop();
});

it('a log file that cannot be metered holds up none behind it, and is tried again (quotas.bandwidth)', async () => {
  const files = ['a', 'b', 'c'];
  let isPoisoned = true;
  const faults: string[] = [];
  const timer = startMeteringTimer({
    log: { close: async () => undefined } as never,
    folder: {
      list: async () => [...files],
      remove: async (name) => void files.splice(files.indexOf(name), 1),
    },
    invoke: async ({ Records }) => {
      if (isPoisoned && Records[0]?.messageId === 'a') throw new Error('not metered: timed_out');
      return { batchItemFailures: [] };
    },
    onFault: (message) => void faults.push(message),
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([files, faults]).toEqual([['a'], ['metering: not metered: timed_out']]);
  isPoisoned = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(files).toEqual([]);
  await timer.stop();
});
