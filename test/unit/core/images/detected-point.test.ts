import { describe, expect, it } from 'vitest';
import {
  type DetectedBox,
  pointOfFaces,
  pointOfObjects,
} from '../../../../core/images/detected-point.ts';

const box = (
  left: number,
  top: number,
  width: number,
  height: number,
  confidence = 99,
): DetectedBox => ({ left, top, width, height, confidence });

describe('the point of faces (metadata.found-points)', () => {
  it.each([
    ['none without faces', [], undefined],
    ['the centre of one face', [box(0.1, 0.2, 0.2, 0.4)], '0.2,0.4'],
    ['the centre around two faces', [box(0.1, 0.2, 0.1, 0.2), box(0.7, 0.3, 0.1, 0.3)], '0.45,0.4'],
    [
      'with one of exactly half the height',
      [box(0, 0, 0.2, 0.4), box(0.8, 0, 0.2, 0.2)],
      '0.5,0.2',
    ],
    ['without one of less', [box(0, 0, 0.2, 0.4), box(0.8, 0, 0.2, 0.19)], '0.1,0.2'],
    ['without an uncertain one', [box(0, 0, 0.2, 0.2), box(0.5, 0.5, 0.4, 0.4, 89.9)], '0.1,0.1'],
    ['with one of exactly 90 per cent', [box(0.5, 0.5, 0.4, 0.4, 90)], '0.7,0.7'],
    ['of the visible part', [box(-0.2, 0.9, 0.4, 0.4)], '0.1,0.95'],
    ['in thousandths', [box(1 / 3, 0, 1 / 3, 1 / 7)], '0.5,0.071'],
  ])('is %s', (_, faces, point) => {
    expect(pointOfFaces(faces)).toBe(point);
  });
});

describe('the point of objects (metadata.found-points)', () => {
  it.each([
    ['none without objects', [], undefined],
    ['of the largest', [box(0, 0, 0.1, 0.1), box(0.5, 0.5, 0.4, 0.2)], '0.7,0.6'],
    [
      'of the greatest product of area and confidence',
      [box(0, 0, 0.2, 0.2, 95), box(0.5, 0.5, 0.2, 0.24, 71)],
      '0.1,0.1',
    ],
    ['none of less than 70 per cent', [box(0, 0, 1, 1, 69.9)], undefined],
    ['of exactly 70 per cent', [box(0, 0, 1, 0.5, 70)], '0.5,0.25'],
    ['of the visible part', [box(0.8, -0.1, 0.4, 0.3)], '0.9,0.1'],
  ])('is %s', (_, objects, point) => {
    expect(pointOfObjects(objects)).toBe(point);
  });
});
