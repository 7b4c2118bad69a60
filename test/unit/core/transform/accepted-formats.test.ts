import fc from 'fast-check';
import Negotiator from 'negotiator';
import { describe, expect, it } from 'vitest';
import {
  AUTO_FORMATS,
  type AutoFormat,
  acceptedFormats,
} from '../../../../core/transform/accepted-formats.ts';

const typeOf = (format: AutoFormat) => `image/${format}`;

/**
 * The formats that negotiator accepts of the two, the best first, in headers without wildcards. For
 * the service these name nothing.
 */
function negotiate(ranges: readonly string[]): string[] {
  const accept = ranges.filter((range) => !range.includes('*')).join(',');
  if (accept === '') return [];
  return new Negotiator({ headers: { accept } }).mediaTypes(AUTO_FORMATS.map(typeOf));
}

const weight = fc.oneof(
  fc.constantFrom('', ';q=0', ';q=1', '; q=0.0', ' ;q=1.000', ';Q=0.5', ';q=0.001'),
  fc.integer({ min: 0, max: 999 }).map((n) => `;q=0.${String(n).padStart(3, '0')}`),
);
const range = fc
  .tuple(
    fc.constantFrom(
      'image/avif',
      'image/webp',
      'IMAGE/AVIF',
      'image/Webp',
      'image/png',
      'text/html',
      '*/*',
      'image/*',
      'image/avif;level=1',
      'image/avif-sequence',
      'application/webp',
    ),
    weight,
    fc.constantFrom('', ' ', '\t'),
  )
  .map(([type, q, space]) => space + type + q + space);

describe('the formats that Accept names', () => {
  it('are those that negotiator takes, in its order, and at the same weight AVIF before WebP (delivery.auto)', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
        // at the same weight it goes by the order in the header: with AVIF before WebP, as ours
        // does
        const sorted = ranges.toSorted((a, b) =>
          a.trim().toLowerCase() < b.trim().toLowerCase() ? -1 : 1,
        );
        const taken = negotiate(sorted);
        const expected = taken[0] === 'image/webp' ? ['image/webp'] : taken;
        expect(acceptedFormats(ranges.join(',')).map(typeOf)).toEqual(expected);
      }),
      { numRuns: 20_000 },
    );
  });

  it.each<[string, string[]]>([
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', ['avif', 'webp']],
    ['image/webp,image/avif', ['avif', 'webp']],
    ['image/avif;q=0.5,image/webp;q=0.9', ['webp']],
    ['image/avif;q=0.2, image/avif;q=0.9, image/webp;q=0.5', ['avif', 'webp']],
    ['image/avif;q=0, image/webp', ['webp']],
    ['image/avif', ['avif']],
    ['image/webp;q=0.1,*/*', ['webp']],
    ['*/*', []],
    ['image/*;q=1', []],
    ['', []],
    ['image/png', []],
  ])('of %s are %j (delivery.auto)', (accept, expected) => {
    expect(acceptedFormats(accept)).toEqual(expected);
  });

  it.each(['', 'x', '-1', '2', '1.5', '0.5555', '1e0', '.5', '0,5', 'NaN', '0x1', '0.5.5', '"1"'])(
    'are none where the weight is %j, which none of ours could be',
    (q) => {
      expect(acceptedFormats(`image/avif;q=${q}`)).toEqual([]);
    },
  );

  it('are read past what stands in quotes', () => {
    expect(acceptedFormats('text/html;x=",image/avif,",image/webp')).toEqual(['webp']);
    // a quote without an end quotes nothing
    expect(acceptedFormats('text/html;x=",image/avif')).toEqual(['avif']);
  });

  it('are looked for in what a browser could send, and a weight is never cut off', () => {
    const padding = `text/html;q=0.1,${' '.repeat(970)}`;
    expect(acceptedFormats(`${padding}image/avif,image/webp;q=0.5`)).toEqual(['avif']);
    for (let length = 900; length < 1100; length += 1) {
      const accept = `${'x'.repeat(length)},image/avif;q=0.0`;
      expect(acceptedFormats(accept)).toEqual([]);
    }
  });

  it('are none of hostile headers, of which a thousand characters are read', () => {
    for (const accept of [
      `${','.repeat(10_000)}image/avif`,
      '"'.repeat(9_999),
      `image/avif${' '.repeat(10_000)}x`,
      `image/avif;q=0.${'1'.repeat(10_000)}`,
      `${'image/avif;q=1.1,'.repeat(5_000)}image/avif`,
    ]) {
      expect(acceptedFormats(accept)).toEqual([]);
    }
  });

  it('never throw, whatever the header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (accept) => {
        for (const name of acceptedFormats(accept)) expect(AUTO_FORMATS).toContain(name);
      }),
      { numRuns: 2_000 },
    );
  });
});
