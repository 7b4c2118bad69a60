import { describe, expect, it } from 'vitest';
import { shareOf, ticksIn } from '../../../bench/table/watch-machine.ts';

/** user, nice, system, idle, iowait, irq, softirq, steal; guests are within user and nice. */
const before = 'cpu  100 0 50 800 20 0 10 20 5 0\ncpu0 50 0 25 400 10 0 5 10 5 0\n';
const after = 'cpu  110 0 55 860 30 0 10 35 9 0\ncpu0 55 0 27 430 15 0 5 17 9 0\n';

describe('the calm of the machine', () => {
  it('is read from the first line of /proc/stat, where guests are not counted twice', () => {
    expect(ticksIn(before)).toEqual({ all: 1_000, idle: 820, steal: 20 });
  });

  it('is the idle part of the time between two readings, beside the stolen one', () => {
    const [from, to] = [ticksIn(before), ticksIn(after)];
    expect([shareOf('idle', from, to), shareOf('steal', from, to)]).toEqual([0.7, 0.15]);
  });

  it('is zero between two readings of one tick', () => {
    expect(shareOf('idle', ticksIn(before), ticksIn(before))).toBe(0);
  });
});
