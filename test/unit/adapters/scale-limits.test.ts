import { describe, expect, it } from 'vitest';
import { findHottest } from '../../../bench/scale/dynamo-limits.ts';

/**
 * A counter that every one of a hundred calls wrote twice in transactions of a unit, and shards
 * that one in ten did.
 */
const loads = {
  writeUnits: new Map([
    ['one', 400],
    ['shard', 40],
  ]),
  readUnits: new Map([['one', 100]]),
  transactions: new Map([
    ['one', 200],
    ['shard', 20],
  ]),
};
const verdicts = (rate: number) =>
  findHottest(loads, 100, rate).map(({ measure, name, perSecond, isOver }) => [
    measure,
    name,
    perSecond,
    isOver,
  ]);

describe('the model of DynamoDB’s limits', () => {
  it('holds the hottest hash key and item against them, at the given rate', () => {
    expect(verdicts(25)).toEqual([
      ['writeUnits', 'one', 100, false],
      ['readUnits', 'one', 25, false],
      ['transactions', 'one', 50, false],
    ]);
  });

  it('reports each that is exceeded', () => {
    const over = (rate: number) => verdicts(rate).map(([, , , isOver]) => isOver);
    expect(over(26)).toEqual([false, false, true]);
    expect(over(251)).toEqual([true, false, true]);
    expect(over(3_001)).toEqual([true, true, true]);
  });
});
