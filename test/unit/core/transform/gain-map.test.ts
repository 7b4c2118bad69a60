import { describe, expect, it } from 'vitest';
import { EFFECT_NAMES } from '../../../../core/transform/effects.ts';
import { FORMAT_NAMES, type Format } from '../../../../core/transform/formats.ts';
import { HAS_GAIN_MAP } from '../../../../core/transform/gain-map.ts';
import { PARAMETER_WORDS } from '../../../../core/transform/parameter-words.ts';
import type { Parameters } from '../../../../core/transform/parameters.ts';
import { parseQuery } from '../../../../core/transform/query.ts';
import {
  isTransformationFault,
  type OriginalFacts,
  renditionKey,
  resolveTransformation,
  resolveTrimmed,
  type Transformation,
} from '../../../../core/transform/transformation.ts';

const PHOTO = {
  format: 'jpg',
  width: 300,
  height: 200,
  frames: 1,
  hasAlpha: false,
  hasGainMap: true,
  overlay: { imageId: 'img_mzxw6ytboi2dkmrvgezdgnbvgy', generation: 0, width: 16, height: 12 },
} as const satisfies OriginalFacts;
const read = (query: string): Parameters => parseQuery([...new URLSearchParams(query)]).parameters;

function resolved(
  query: string,
  format: Format = 'jpg',
  original: OriginalFacts = PHOTO,
): Transformation {
  const result = resolveTransformation(original, format, read(query));
  if (isTransformationFault(result)) throw new Error(result.detail);
  return result;
}

const KEEPING = [
  'width=90',
  'crop=0,0,90,80',
  'rotate=90',
  'flip=true',
  'flop=true',
  'width=90&height=90',
  'width=90&height=90&position=0.1,0.2',
  ...['contain', 'inside', 'outside', 'fill'].map((fit) => `width=90&height=90&fit=${fit}`),
  'width=60&height=40&position=attention',
  'width=90&height=90&fit=contain&position=entropy',
  'pad=5',
  'background=ff8800',
  'background=ff880080&pad=9',
  'quality=40',
  'gamut=keep',
  'trim=9',
  'trim=9&width=90',
  'sharpen=1',
  'radius=0&border=0',
];
/** Each with the step that leaves out the map. */
const ENDING = [
  ...EFFECT_NAMES.filter((name) => name !== 'sharpen').flatMap((name) =>
    PARAMETER_WORDS[name].contrast.filter((query) => query !== ''),
  ),
  'border=2',
  'radius=4',
  'mask=circle',
  'mask=circle&width=90&height=90',
  'width=90&height=90&position=attention',
  'width=90&height=90&position=entropy',
  'width=60&height=40&position=attention&trim=9',
  'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy',
  'overlay-text=Ana',
];

describe('hdr (transformations.hdr)', () => {
  it.each(KEEPING)('keeps the gain map beside %s', (query) => {
    const [wished, plain] = [resolved(`${query}&hdr=true`), resolved(query)];
    expect([wished.hasGainMap, plain.hasGainMap]).toEqual([true, false]);
    expect(renditionKey(wished)).toContain('-hdr');
    expect(renditionKey(plain)).not.toContain('-hdr');
  });

  it.each(ENDING)('comes to the same as none beside %s, of a trimmed image too', (query) => {
    for (const asked of [query, `trim=30&${query}`]) {
      expect(resolved(`${asked}&hdr=true`)).toEqual(resolved(asked));
      expect(resolved(asked).hasGainMap).toBe(false);
    }
  });

  it('comes to the same as none beside the watermark of a project', () => {
    const watermark = { parameters: read('overlay-text=Ana'), facts: null };
    const marked = { ...PHOTO, watermark };
    expect(resolved('width=90&hdr=true', 'jpg', marked)).toEqual(
      resolved('width=90', 'jpg', marked),
    );
  });

  it('comes to the same as none in a format without gain maps, and of an image without one', () => {
    const without = FORMAT_NAMES.filter((name) => !HAS_GAIN_MAP[name]);
    expect(without).toEqual(['png', 'webp', 'avif', 'gif']);
    for (const name of without) {
      expect(resolved('width=90&hdr=true', name)).toEqual(resolved('width=90', name));
    }
    const { hasGainMap: _, ...unknown } = PHOTO;
    for (const original of [{ ...PHOTO, hasGainMap: false }, unknown]) {
      const result = resolved('width=90&trim=9&hdr=true', 'jpg', original);
      expect(result.hasGainMap).toBe(false);
    }
  });

  it('comes to the same as none where it is false', () => {
    expect(resolved('width=90&trim=9&hdr=false')).toEqual(resolved('width=90&trim=9'));
  });

  it('holds for the content of a trimmed image', () => {
    const content = { x: 5, y: 5, width: 100, height: 90 };
    const trimmed = (query: string) => {
      const { trim } = resolved(query);
      if (!trim) throw new Error('not trimmed');
      return resolveTrimmed(trim, 'jpg', content);
    };
    expect(trimmed('trim=9&width=50&hdr=true')).toMatchObject({ hasGainMap: true });
    expect(trimmed('trim=9&width=50')).toMatchObject({ hasGainMap: false });
    expect(trimmed('trim=9&width=50&hdr=true&blur=2')).toMatchObject({ hasGainMap: false });
  });

  it('lets the stored image stand for the result, which it may not without (delivery.never-larger)', () => {
    expect(resolved('width=300&hdr=true').mayServeOriginal).toBe(true);
    expect(resolved('width=300&gamut=keep&hdr=true').mayServeOriginal).toBe(true);
    expect(resolved('width=300').mayServeOriginal).toBe(false);
    expect(resolved('width=300&hdr=false').mayServeOriginal).toBe(false);
    const plain = { ...PHOTO, hasGainMap: false };
    expect(resolved('width=300', 'jpg', plain).mayServeOriginal).toBe(true);
    expect(resolved('width=300&hdr=true', 'jpg', plain).mayServeOriginal).toBe(true);
  });
});
