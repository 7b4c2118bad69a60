import { describe, expect, it } from 'vitest';
import { readPathBoxes } from '../../../../../core/codecs/svg/shapes/path-boxes.ts';
import { isPointList } from '../../../../../core/codecs/svg/shapes/read-points.ts';

const rounded = (value: number) => Number(value.toFixed(3));

function lineOf(data: string): readonly number[] | undefined {
  const line = readPathBoxes(data)?.line;
  return line && [line.left, line.top, line.right, line.bottom].map(rounded);
}

describe('the box of a path is the box of its line (uploads.svg)', () => {
  it.each([
    ['lines of all kinds', 'M1 2H9V7L3 8m1 1l2 3h4v-9z', [1, 2, 10, 12]],
    ['a point behind a closed line', 'M1 2L9 7z l3 8', [1, 2, 9, 10]],
    ['more pairs behind a move', 'm1 2 3 4-5,6', [-1, 2, 4, 12]],
    ['a cubic curve', 'M0 0C0 -8 8 -8 8 0z', [0, -6, 8, 0]],
    ['a smooth cubic curve', 'M0 0C0 -8 8 -8 8 0S16 8 16 0', [0, -6, 16, 6]],
    ['a smooth curve without one before', 'M0 0S8 8 8 0', [0, 0, 8, 3.556]],
    ['a quadratic curve', 'M0 0Q4 -8 8 0t8 0', [0, -4, 16, 4]],
    ['half a circle', 'M0 0a5 5 0 0 1 10 0', [0, -5, 10, 0]],
    ['half a circle on the other side', 'M0 0a5 5 0 0010 0', [0, 0, 10, 5]],
    ['a large arc', 'M5 0A5 5 0 1 0 10 5', [0, 0, 10, 10]],
    ['an arc with too small radii', 'M0 0a1 1 0 0 1 10 0', [0, -5, 10, 0]],
    ['a turned ellipse', 'M0 0a8 2 90 0 1 4 0z', [0, -8, 4, 0]],
    ['an arc without a radius', 'M0 0a0 5 0 0 1 10 4', [0, 0, 10, 4]],
    ['what stands before a fault', 'M0 0L5 5 9 x L99 99', [0, 0, 5, 5]],
    ['no moves without a line', 'M0 0L5 5M99 99', [0, 0, 5, 5]],
  ])('has %s', (_, data, box) => {
    expect(lineOf(data)).toEqual(box);
  });

  it.each(['', 'M', 'L5 5', 'M0 0H9', 'M0 0L1e999 5', 'x', '5 5', 'M0 0zz'])(
    'is none of %j, which has no area',
    (data) => {
      expect(readPathBoxes(data)).toBeUndefined();
    },
  );

  it('differs from the box of the control points, which the renderer has', () => {
    const boxes = readPathBoxes('M0 0C0 -8 8 -8 8 0z');
    expect(boxes?.controls).toEqual({ left: 0, top: -8, right: 8, bottom: 0 });
  });
});

it.each([
  ['1 2,3-4.5.5 +1e1 , 7 ,', true],
  ['', true],
  ['\n1,2\t3 4\r\n', true],
  [',1 2', false],
  ['1,,2', false],
  ['1px 2', false],
  ['1 2 x', false],
  ['20. 4', false],
  ['1 -', false],
  ['1 2%', false],
])('a list of points is %j as browsers read it: %s (uploads.svg)', (text, isList) => {
  expect(isPointList(text)).toBe(isList);
});
