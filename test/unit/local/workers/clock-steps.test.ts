import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChangeLog } from '../../../../adapters/sqlite/change-log.ts';
import { startArrivalLoop } from '../../../../local/workers/arrival-loop.ts';
import { startEventLoop } from '../../../../local/workers/event-loop.ts';

const DAY = 24 * 3_600_000;
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets a minute pass, after the clock of the machine has stepped back by a day. */
async function passAfterStepBack(): Promise<void> {
  vi.setSystemTime(Date.now() - DAY);
  await vi.advanceTimersByTimeAsync(MINUTE);
}

it('events are published after a failure, though the clock stepped back by a day since (errors.clock-steps)', async () => {
  const logged = [{ number: 1, change: { kind: 'x' } }];
  const changeLog = {
    read: () => logged.slice(),
    removeUpTo: () => void logged.pop(),
  } as unknown as ChangeLog;
  let tries = 0;
  const publish = async () => {
    tries += 1;
    if (tries === 1) throw new Error('the sink is away');
  };
  const loop = startEventLoop({ changeLog, publish, onFault: () => undefined });
  await vi.advanceTimersByTimeAsync(300);
  expect([tries, logged.length]).toEqual([1, 1]);
  await passAfterStepBack();
  expect([tries, logged.length]).toEqual([2, 0]);
  loop.stop();
});

it('an upload that arrived is validated after a failure, though the clock stepped back by a day since (errors.clock-steps)', async () => {
  let tries = 0;
  const loop = startArrivalLoop({
    list: async () => [{ temporaryImageId: 'tmp_a', etag: 'e' } as never],
    placeOf: async () => 'upload',
    invoke: async () => {
      tries += 1;
      return { batchItemFailures: tries === 1 ? [{ itemIdentifier: 'tmp_a' }] : [] };
    },
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(tries).toBe(1);
  await passAfterStepBack();
  expect(tries).toBeGreaterThan(1);
  loop.stop();
});
