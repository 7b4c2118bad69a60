import { describe, expect, it } from 'vitest';
import { parseFocalPoint } from '../../../../core/images/focal-point.ts';
import { applyProjectRules } from '../../../../core/projects/apply-project-rules.ts';
import { DEFAULT_SETTINGS } from '../../../../core/projects/project-settings.ts';
import type { PointPosition } from '../../../../core/transform/parameters.ts';
import { parseQuery, simplifyParameters } from '../../../../core/transform/query.ts';
import {
  isTransformationFault,
  renditionKey,
  resolveTransformation,
} from '../../../../core/transform/transformation.ts';

const read = (query: string) => parseQuery([...new URLSearchParams(query)]).parameters;

/** The rendition key of an image of 400 x 200 pixels with a kept point, or with none. */
function keyOf(query: string, focalPoint: PointPosition | null): string {
  const original = { format: 'png', width: 400, height: 200, frames: 1, hasAlpha: false } as const;
  const result = resolveTransformation({ ...original, focalPoint }, 'png', read(query));
  if (isTransformationFault(result)) throw new Error(result.detail);
  return renditionKey(result);
}

const BOX = 'width=100&height=100';

describe('the focal point of an image (transformations.focal-point)', () => {
  it.each([BOX, 'ratio=1:1', `${BOX}&crop=0,0,400,200`, 'width=50&ratio=1:1&dpr=2&blur=1'])(
    'is the position of %s',
    (query) => {
      expect(keyOf(query, '0.3,0.7')).toBe(keyOf(`${query}&position=0.3,0.7`, null));
      expect(keyOf(query, '0.3,0.7')).not.toBe(keyOf(query, null));
    },
  );

  it.each(['center', 'top-left', '0.9,0.1', '0.5,0.5', 'attention', 'entropy'])(
    'gives way to position=%s',
    (position) => {
      const query = `${BOX}&position=${position}`;
      expect(keyOf(query, '0.3,0.7')).toBe(keyOf(query, null));
    },
  );

  it.each([
    '',
    'width=100',
    `${BOX}&fit=contain`,
    `${BOX}&fit=inside`,
    `${BOX}&fit=outside`,
    `${BOX}&fit=fill`,
    'width=100&height=50',
  ])('makes no difference to %s, of which nothing is cut', (query) => {
    expect(keyOf(query, '0.3,0.7')).toBe(keyOf(query, null));
  });

  it.each([
    ['crop=200,0,200,200&width=50&height=100', '0.75,0.5', 'center'],
    ['crop=50p,0p,50p,100p&width=50&height=100', '0.7,0.5', '0.4,0.5'],
    ['crop=200,0,200,200&width=50&height=100', '0.1,0.5', 'left'],
    [`${BOX}&rotate=90`, '0.3,0.7', '0.3,0.3'],
    [`${BOX}&rotate=180`, '0.3,0.7', '0.7,0.3'],
    [`${BOX}&rotate=270`, '0.3,0.7', '0.7,0.7'],
    [`${BOX}&flip=true`, '0.3,0.7', '0.3,0.3'],
    [`${BOX}&flop=true`, '0.3,0.7', '0.7,0.7'],
    ['rotate=90&flop=true&crop=0,0,400,100&width=40&height=40', '0.3,0.2', '0.4,0.3'],
    [`${BOX}&rotate=90&flip=true`, '0.3,0.7', '0.3,0.7'],
  ] as const)('moves with %s: %s is at %s there', (query, focalPoint, position) => {
    expect(keyOf(query, focalPoint)).toBe(keyOf(`${query}&position=${position}`, null));
  });

  it.each([
    ['0.3,0.7', '0.3,0.7'],
    ['0.300,1.0', '0.3,1'],
    ['0,0', '0,0'],
    ['center', undefined],
    ['1.001,0', undefined],
    ['0.1234,0', undefined],
    ['0.3, 0.7', undefined],
    ['0.3', undefined],
    ['', undefined],
  ])('is kept in its shortest form: %s as %s', (text, kept) => {
    expect(parseFocalPoint(text)).toBe(kept);
  });
});

describe('position=center', () => {
  it.each([
    [BOX, true],
    ['ratio=1:1', true],
    [`${BOX}&fit=contain`, false],
    [`${BOX}&fit=fill`, false],
    ['width=100', false],
  ])('in %s has an effect: %s (transformations.rendition-key)', (query, hasEffect) => {
    const short = simplifyParameters(read(`${query}&position=center`), 'jpg');
    expect(short.position).toBe(hasEffect ? 'center' : undefined);
  });

  it('is allowed beside the listed sizes of a project, as no position is', () => {
    const settings = { ...DEFAULT_SETTINGS, allowedWidths: [100], allowedHeights: [100] };
    const rule = (position: string) =>
      applyProjectRules(read(`${BOX}&position=${position}`), 'jpg', settings);
    expect(rule('center').fault).toBeUndefined();
    expect(rule('top').fault).toBeDefined();
  });
});
