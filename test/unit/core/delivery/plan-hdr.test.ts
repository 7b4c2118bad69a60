import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../../core/transform/query.ts';
import {
  type PlannedFacts,
  planAuto,
  planDelivery,
} from '../../../../core/use-cases/delivery/plan-delivery.ts';

const PHOTO: PlannedFacts = {
  format: 'jpg',
  width: 300,
  height: 200,
  frames: 1,
  hasAlpha: false,
  bytes: 1,
  sha256: '',
  originalFilename: null,
  focalPoint: null,
  overlay: null,
  watermark: null,
  mainColor: null,
  thumbhash: null,
  convertedFrom: null,
  lost: null,
  hasWideGamut: true,
  hasGainMap: true,
  credit: null,
};
const PLAIN: PlannedFacts = { ...PHOTO, hasGainMap: false };
const read = (query: string) => parseQuery([...new URLSearchParams(query)]).parameters;
const plan = (query: string, facts = PHOTO, format: 'jpg' | 'webp' = 'jpg') =>
  planDelivery(facts, format, read(query));
const autoFormats = (query: string, facts = PHOTO) =>
  planAuto(facts, ['avif', 'webp'], read(query)).map(({ kind, ...one }) =>
    'format' in one ? [kind, one.format] : [kind],
  );

describe('a plan with hdr (transformations.hdr)', () => {
  it('is the stored image where nothing else is requested', () => {
    const stored = { kind: 'stored', format: 'jpg' };
    for (const query of ['hdr=true', 'hdr=false', 'hdr=true&gamut=keep', 'hdr=true&flip=false']) {
      expect(plan(query)).toEqual(stored);
      expect(plan(query, PLAIN)).toEqual(stored);
    }
  });

  it('is the plan without it where it has no effect', () => {
    for (const [query, facts, format] of [
      ['width=90&trim=9', PLAIN, 'jpg'],
      ['width=90&trim=9', PHOTO, 'webp'],
    ] as const) {
      expect(plan(`${query}&hdr=true`, facts, format)).toEqual(plan(query, facts, format));
    }
    expect(plan('width=90&hdr=false')).toEqual(plan('width=90'));
  });

  it('of auto is a jpg if the map is kept, else the best format (delivery.auto)', () => {
    expect(autoFormats('width=90&hdr=true')).toEqual([['rendition', 'jpg']]);
    expect(autoFormats('hdr=true')).toEqual([['stored', 'jpg']]);
    const best = ['avif', 'webp', 'jpg'].map((name) => ['rendition', name]);
    expect(autoFormats('width=90')).toEqual(best);
    expect(autoFormats('width=90&hdr=false')).toEqual(best);
    expect(autoFormats('width=90&hdr=true&blur=2')).toEqual(best);
    expect(autoFormats('width=90&hdr=true', PLAIN)).toEqual(best);
    const watermark = { parameters: read('overlay-text=Ana'), facts: null };
    expect(autoFormats('width=90&hdr=true', { ...PHOTO, watermark })).toEqual(best);
  });
});
