import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImageId } from '../../../../core/images/ids.ts';
import {
  addTraffic,
  type ImageTraffic,
  type KeptTraffic,
  topOf,
} from '../../../../core/metering/top-images.ts';

const idOf = (at: number): ImageId => `img_${String(at)}`;
const traffic = (at: number, bytes: number, requests = 1): ImageTraffic => ({
  imageId: idOf(at),
  bytes,
  requests,
});

/** Rounds of traffic, of some images much and of many little. */
const rounds = fc.array(
  fc.uniqueArray(fc.record({ at: fc.nat({ max: 40 }), bytes: fc.nat({ max: 1000 }) }), {
    selector: ({ at }) => at,
  }),
  { maxLength: 12 },
);

function keep(all: readonly { at: number; bytes: number }[][], maxKept: number) {
  const exact = new Map<ImageId, number>();
  let kept: KeptTraffic[] = [];
  for (const round of all) {
    for (const { at, bytes } of round) exact.set(idOf(at), (exact.get(idOf(at)) ?? 0) + bytes);
    kept = addTraffic(
      kept,
      round.map(({ at, bytes }) => traffic(at, bytes)),
      maxKept,
    );
  }
  return { exact, kept };
}

describe('the images that were sent in the most bytes', () => {
  it('are five, most first, exact as long as all images are kept (calls.get-usage)', () => {
    const kept = addTraffic(
      addTraffic([], [traffic(1, 10), traffic(2, 50, 3), traffic(3, 7), traffic(4, 8)]),
      [traffic(1, 45), traffic(5, 7), traffic(6, 9)],
    );
    expect(topOf(kept)).toEqual([
      traffic(1, 55, 2),
      traffic(2, 50, 3),
      traffic(6, 9),
      traffic(4, 8),
      traffic(3, 7),
    ]);
    expect(topOf([])).toEqual([]);
  });

  it('include every image with more than the m-th part of the month’s bytes, and none with more than its own (calls.get-usage)', () => {
    const maxKept = 8;
    fc.assert(
      fc.property(rounds, (all) => {
        const { exact, kept } = keep(all, maxKept);
        const total = [...exact.values()].reduce((sum, bytes) => sum + bytes, 0);
        expect(kept.length).toBeLessThanOrEqual(maxKept);
        const known = new Map(kept.map((entry) => [entry.imageId, entry]));
        for (const [imageId, bytes] of exact) {
          const image = known.get(imageId);
          if (!image) expect(bytes).toBeLessThanOrEqual(total / maxKept);
          else {
            expect(image.bytes).toBeLessThanOrEqual(bytes);
            expect(image.bytes + image.excess).toBeGreaterThanOrEqual(bytes);
            expect(image.excess).toBeLessThanOrEqual(total / maxKept);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
