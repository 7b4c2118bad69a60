import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutCrop,
  movePoint,
  placeInside,
  placePoint,
  type Resize,
  resolveResize,
} from '../../../../core/transform/geometry.ts';
import type { PointPosition } from '../../../../core/transform/parameters.ts';
import { boxOfSide, scaleLength } from '../../../../core/transform/ratio.ts';

/** Rounded down, and to the nearest, a half up; `under` is above 0. */
const floorOf = (over: bigint, under: bigint): number =>
  Number(over >= 0n ? over / under : -((-over + under - 1n) / under));
const roundOf = (over: bigint, under: bigint): number => floorOf(2n * over + under, 2n * under);

const side = fc.integer({ min: 1, max: 16_384 });
const thousandths = fc.integer({ min: 0, max: 1000 });
const pointOf = (x: number, y: number): PointPosition => `${x / 1000},${y / 1000}`;
const within = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(most, value));
const MANY = { numRuns: 3_000 };

describe('numbers as they are written', () => {
  it('divide the free space exactly (transformations.point, transformations.overlay)', () => {
    const box = { width: 400, height: 400 };
    const size = { width: 100, height: 100 };
    expect(placeInside('0.57,0.5', size, box)).toEqual({ left: 171, top: 150 });
    fc.assert(
      fc.property(thousandths, thousandths, side, side, (x, y, wide, high) => {
        const corner = placeInside(
          pointOf(x, y),
          { width: 1, height: 1 },
          { width: wide + 1, height: high + 1 },
        );
        expect(corner).toEqual({
          left: floorOf(BigInt(wide) * BigInt(x), 1000n),
          top: floorOf(BigInt(high) * BigInt(y), 1000n),
        });
      }),
      MANY,
    );
  });

  it('place a focal point exactly (transformations.point, transformations.focal-point)', () => {
    fc.assert(
      fc.property(thousandths, side, side, (x, whole, kept) => {
        fc.pre(kept < whole);
        const from = { width: whole, height: 7 };
        const resize: Resize = { how: 'cover', size: { width: kept, height: 7 } };
        const exact = roundOf(2n * BigInt(x) * BigInt(whole) - 1000n * BigInt(kept), 2000n);
        expect(placePoint(pointOf(x, 500), from, resize).left).toBe(within(0, exact, whole - kept));
      }),
      MANY,
    );
  });

  it('move with a crop, a turn and a mirror exactly (transformations.focal-point)', () => {
    const turns = fc.constantFrom(0, 90, 180, 270);
    fc.assert(
      fc.property(thousandths, thousandths, side, side, turns, fc.boolean(), (...drawn) => {
        const [x, y, width, height, turn, isMirrored] = drawn;
        const image = { width: width + 20, height: height + 30 };
        const crop = { x: 5, y: 9, width, height };
        const turned = { turn: turn as 0 | 90 | 180 | 270, isMirrored };
        const moved = movePoint(pointOf(x, y), image, crop, turned).split(',').map(Number);
        // millionths of the crop, times its side
        const from = (at: number, whole: number, start: number, length: number) => {
          const first = BigInt(at) * 1000n * BigInt(whole) - 1_000_000n * BigInt(start);
          return [first, 1_000_000n * BigInt(length) - first, BigInt(length)] as const;
        };
        const [left, right, across] = from(x, image.width, crop.x, width);
        const [top, bottom, down] = from(y, image.height, crop.y, height);
        const sides = {
          0: [left, right, across, top, down],
          90: [bottom, top, down, left, across],
          180: [right, left, across, bottom, down],
          270: [top, bottom, down, right, across],
        } as const;
        const [wide, other, acrossNow, high, downNow] = sides[turned.turn];
        const exact = (over: bigint, under: bigint) =>
          within(0, roundOf(over, under), 1_000_000) / 1_000_000;
        expect(moved).toEqual([exact(isMirrored ? other : wide, acrossNow), exact(high, downNow)]);
      }),
      MANY,
    );
  });

  it('cut a crop in per cent exactly (transformations.crop)', () => {
    const hundredths = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(hundredths, hundredths, side, (start, length, width) => {
        fc.pre(start < 10_000 && length > 0);
        const crop = cutCrop(`${start / 100}p,0p,${length / 100}p,100p`, { width, height: 3 });
        const first = Math.min(width - 1, roundOf(BigInt(width) * BigInt(start), 10_000n));
        const end = Math.min(width, roundOf(BigInt(width) * BigInt(start + length), 10_000n));
        expect(crop).toMatchObject({ x: first, width: Math.max(1, end - first) });
      }),
      MANY,
    );
  });

  it('give the other side of a ratio, and multiply by dpr, exactly (transformations.ratio, transformations.size)', () => {
    expect(scaleLength(25, 2.3)).toBe(58);
    expect(resolveResize({ width: 900, height: 900 }, { width: 25, dpr: 2.3 }).size.width).toBe(58);
    const part = fc.integer({ min: 1, max: 9999 });
    fc.assert(
      fc.property(
        part,
        part,
        side,
        fc.integer({ min: 10, max: 40 }),
        (wide, high, length, tenths) => {
          const other = Math.max(1, roundOf(BigInt(length) * BigInt(high), BigInt(wide)));
          expect(boxOfSide(`${wide}:${high}`, length, 0).height).toBe(other);
          const exact = roundOf(BigInt(length) * BigInt(tenths), 10n);
          expect(scaleLength(length, tenths / 10)).toBe(exact);
        },
      ),
      MANY,
    );
  });
});
