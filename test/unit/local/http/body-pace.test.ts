import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { createBodyPace } from '../../../../local/http/body-pace.ts';
import { createHandClock } from '../../../support/local/hand-clock.ts';

const { minBodyBytesPerSecond: FLOOR, bodyPatienceMs: PATIENCE } = LIMITS;

function startPace() {
  const clock = createHandClock();
  const told = { times: 0 };
  const pace = createBodyPace(clock, () => {
    told.times += 1;
  });
  return { clock, pace, isTooSlow: () => told.times > 0, told };
}

describe('the floor for slow bodies', () => {
  it('bears silence for the patience and no longer (security.slow-clients)', () => {
    const { clock, pace, isTooSlow } = startPace();
    pace.run();
    clock.pass(PATIENCE - 1);
    expect(isTooSlow()).toBe(false);
    clock.pass(2);
    expect(isTooSlow()).toBe(true);
  });

  it('lets a body at the floor go on for ever, and ends one just below it', () => {
    for (const [share, isRefused] of [
      [1, false],
      [0.98, true],
    ] as const) {
      const { clock, pace, isTooSlow } = startPace();
      pace.run();
      for (let second = 0; second < 2_000; second += 1) {
        clock.pass(1_000);
        pace.note(FLOOR * share);
      }
      expect(isTooSlow()).toBe(isRefused);
    }
  });

  it('permits no pause in return for bytes that came fast', () => {
    const { clock, pace, isTooSlow } = startPace();
    pace.run();
    pace.note(4_500_000);
    clock.pass(PATIENCE + 1);
    expect(isTooSlow()).toBe(true);
  });

  it('does not count the time without a reader', () => {
    const { clock, pace, isTooSlow } = startPace();
    pace.run();
    clock.pass(PATIENCE / 2);
    pace.rest();
    clock.pass(10 * PATIENCE);
    pace.run();
    clock.pass(PATIENCE / 2 - 1);
    expect(isTooSlow()).toBe(false);
    clock.pass(2);
    expect(isTooSlow()).toBe(true);
  });

  it('reports once, and leaves no timer behind', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(30_000), fc.nat(200_000)), { maxLength: 40 }),
        (steps) => {
          const { clock, pace, told } = startPace();
          for (const [ms, bytes] of steps) {
            pace.run();
            clock.pass(ms);
            pace.note(bytes);
            pace.rest();
            expect(clock.waiting()).toBe(0);
            if (told.times > 0) break; // its body is given up
          }
          expect(told.times).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
