import { describe, expect, it, vi } from 'vitest';
import { createProgress } from '../../../admin/backup/progress.ts';
import { createSession } from '../../../cli/session.ts';
import { fakeMachine } from './support/fake-machine.ts';

describe('the progress of a command', () => {
  it.each([
    [true, 'on a terminal', '3 files are checked\n'],
    [false, 'in a pipe', ''],
  ])('%s: is written %s alone', async (isTerminal, _, written) => {
    const machine = fakeMachine({ isTerminal });
    const session = createSession(machine, () => ({}));
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const addDone = createProgress(session.progress, 'files are checked');
      vi.advanceTimersByTime(2_000);
      addDone(3);
    } finally {
      vi.useRealTimers();
    }
    session.tell('the end');
    await expect.poll(machine.told).toBe(`${written}the end\n`);
  });
});
