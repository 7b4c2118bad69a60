import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalQuery, parseCanonicalQuery } from '../../../../core/transform/canonical-query.ts';
import { FORMATS, formatOfExtension } from '../../../../core/transform/formats.ts';
import { PARAMETER_WORDS } from '../../../../core/transform/parameter-words.ts';
import { PARAMETER_NAMES, PARAMETERS } from '../../../../core/transform/parameters.ts';
import { parseQuery, queryOf, simplifyParameters } from '../../../../core/transform/query.ts';
import {
  isTransformationFault,
  renditionKey,
  resolveTransformation,
} from '../../../../core/transform/transformation.ts';
import { anyFormat, anyOriginal, anyParameters } from '../../../support/stores/arbitraries.ts';

const parseOne = (name: string, value: string) => parseQuery([[name, value]]);

describe('the values of parameters', () => {
  it.each([
    [
      'width',
      ['1', '400', '8192'],
      ['0', '8193', '-1', '01', '1.5', '1e3', '', ' 1', '99999999999'],
    ],
    ['height', ['1', '8192'], ['0', '8193', '+5', '٣']],
    [
      'quality',
      ['1', '100', 'auto', 'auto-low', 'auto-high'],
      ['0', '101', '80.5', 'Auto', 'low', 'auto-best', 'auto-', ''],
    ],
    ['dpr', ['1', '1.5', '4', '2.0'], ['0.9', '4.1', '1.55', '2.', '.5', '5']],
    ['blur', ['0.3', '100', '2.5'], ['0.2', '100.1', '0', '1.25']],
    ['sharpen', ['0.1', '10'], ['0', '10.1']],
    ['rotate', ['90', '180', '270'], ['0', '360', '45', '-90']],
    ['flip', ['true', 'false'], ['1', 'yes', 'TRUE', '']],
    ['flop', ['true'], ['no']],
    ['grayscale', ['true'], ['gray']],
    ['enlarge', ['false'], ['0']],
    ['fit', ['cover', 'contain', 'inside', 'outside', 'fill'], ['crop', 'Cover']],
    ['ratio', ['16:9', '1:9999', '4,3'], ['16', '0:1', '16:0', '1.5:1', '16:9:1', '10000:1', ':']],
    [
      'position',
      ['center', 'top-left', 'attention', 'entropy', '0,1', '0.3,0.725', '1.0,0.50'],
      ['centre', 'north', '0.3', '1.1,0', '-0.1,0', '0.1234,0', '.5,.5', '0.5,0.5,0.5', '30,70'],
    ],
    [
      'crop',
      ['0,0,1,1', '16384,0,16384,1', '0p,0p,100p,100p', '12.5p,0.25p,33.33p,0.01p'],
      [
        '0,0,0,1',
        '1,2,3',
        '-1,0,1,1',
        '0,0,16385,1',
        '00,0,1,1',
        '1.5,0,1,1',
        '0p,0p,0p,1p',
        '0p,0p,100.01p,1p',
        '0,0,50p,50p',
        '0p,0p,1.234p,1p',
        '0p,0p,1p',
      ],
    ],
    ['background', ['fff', 'FF8800', 'ff880080'], ['#fff', 'ffff', 'red', 'fffff']],
  ])(
    '%s takes its bounds and nothing beyond them (transformations.size, transformations.quality, transformations.wrong-values)',
    (name, good, bad) => {
      for (const value of good) expect(parseOne(name, value).errors, value).toEqual([]);
      for (const value of bad) expect(parseOne(name, value).errors, value).toHaveLength(1);
    },
  );

  it('refuses a known parameter that is given twice, and one that can not be decoded (transformations.wrong-values)', () => {
    expect(
      parseQuery([
        ['width', '1'],
        ['width', '1'],
      ]).errors,
    ).toHaveLength(1);
    expect(parseQuery([['width', undefined]]).errors).toHaveLength(1);
  });

  it('reports all faults together (transformations.wrong-values)', () => {
    const { errors } = parseQuery([
      ['width', 'a'],
      ['fit', 'b'],
      ['blur', 'c'],
    ]);
    expect(errors.map((error) => error.parameter)).toEqual(['width', 'fit', 'blur']);
  });

  it('ignores unknown parameters, inherited names too (transformations.unknown-parameters)', () => {
    const parsed = parseQuery([
      ['constructor', '1'],
      ['__proto__', '2'],
      ['utm_source', 'x'],
    ]);
    expect(parsed).toEqual({
      parameters: {},
      ignored: ['constructor', '__proto__', 'utm_source'],
      errors: [],
    });
  });

  it('has an example for every parameter that parses', () => {
    for (const name of PARAMETER_NAMES) {
      expect(PARAMETERS[name].parse(PARAMETER_WORDS[name].example), name).toBeDefined();
    }
  });
});

describe('a ratio beside a side (transformations.ratio)', () => {
  it.each([
    [
      { width: 160, ratio: '16:9' },
      { width: 160, height: 90 },
    ],
    [
      { height: 90, ratio: '16:9', dpr: 2 },
      { width: 320, height: 180 },
    ],
    [
      { width: 20, height: 10, ratio: '1:1' },
      { width: 20, height: 10 },
    ],
    [
      { width: 1, ratio: '9999:1' },
      { width: 1, height: 1 },
    ],
    // beyond the bound of a side: the origin folds it
    [
      { width: 8000, ratio: '1:2' },
      { width: 8000, ratio: '1:2' },
    ],
    [
      { ratio: '1:1', fit: 'contain', dpr: 2, enlarge: true },
      { ratio: '1:1', fit: 'contain' },
    ],
  ] as const)('%j is the other side at the edge', (given, shortest) => {
    expect(simplifyParameters(given, 'jpg')).toEqual(shortest);
  });
});

describe('the texts of parameters', () => {
  it('parse and build are inverses', () => {
    fc.assert(
      fc.property(anyParameters, (parameters) => {
        const parsed = parseQuery(queryOf(parameters));
        expect(parsed.errors).toEqual([]);
        expect(parsed.parameters).toEqual(JSON.parse(JSON.stringify(parameters)));
      }),
    );
  });

  it('the canonical query parses to its own transformation, in unreserved characters', () => {
    fc.assert(
      fc.property(anyParameters, (parameters) => {
        const pairs = canonicalQuery(parameters);
        for (const [, text] of pairs) expect(text).toMatch(/^[A-Za-z0-9._~-]+$/);
        expect(parseCanonicalQuery(pairs).parameters).toEqual(
          parseQuery(queryOf(parameters)).parameters,
        );
      }),
    );
  });
});

describe('simplified parameters', () => {
  it('come to the same result as those that they were made of (transformations.rendition-key)', () => {
    fc.assert(
      fc.property(anyOriginal, anyFormat, anyParameters, (original, format, parameters) => {
        const full = resolveTransformation(original, format, parameters);
        const short = resolveTransformation(
          original,
          format,
          simplifyParameters(parameters, format),
        );
        if (isTransformationFault(full)) {
          // an ignored position can't be what a shorter query is refused for
          if (isTransformationFault(short)) expect(short.code).toBe(full.code);
          return;
        }
        if (isTransformationFault(short)) throw new Error(short.detail);
        expect({ ...short, mayServeOriginal: full.mayServeOriginal }).toEqual(full);
      }),
      { numRuns: 2000 },
    );
  });

  it('are a fixed point (transformations.rendition-key)', () => {
    fc.assert(
      fc.property(anyFormat, anyParameters, (format, parameters) => {
        const once = simplifyParameters(parameters, format);
        expect(simplifyParameters(once, format)).toEqual(once);
      }),
    );
  });

  it.each([
    ['dpr=2&width=100', 'width=200'],
    ['fit=cover&width=10&height=10', 'width=10&height=10'],
    ['position=top&width=10', 'width=10'],
    ['dpr=3', ''],
    ['flip=false', ''],
    ['background=fff', ''],
  ])(
    '%s is the same as %s in jpg (transformations.order, transformations.rendition-key)',
    (long, short) => {
      const simplified = (query: string) =>
        simplifyParameters(parseQuery([...new URLSearchParams(query)]).parameters, 'jpg');
      expect(simplified(long)).toEqual(simplified(short));
    },
  );

  it('leaves quality out where the format has none (transformations.quality)', () => {
    expect(simplifyParameters({ quality: 50 }, 'png')).toEqual({});
    expect(simplifyParameters({ quality: 50 }, 'gif')).toEqual({});
    expect(simplifyParameters({ quality: 'auto' }, 'png')).toEqual({});
    expect(simplifyParameters({ quality: 'auto-low' }, 'jpg')).toEqual({ quality: 'auto-low' });
    expect(simplifyParameters({ quality: 50 }, 'webp')).toEqual({ quality: 50 });
  });
});

describe('extensions', () => {
  it('are read in any case, jpeg as jpg, and no others (delivery.extension)', () => {
    expect(formatOfExtension('JPEG')).toBe('jpg');
    expect(formatOfExtension('WebP')).toBe('webp');
    for (const other of ['svg', 'tiff', '', 'constructor', 'auto']) {
      expect(formatOfExtension(other)).toBeUndefined();
    }
  });

  it('have the default qualities of the contract (transformations.quality)', () => {
    expect(FORMATS.jpg.defaultQuality).toBe(78);
    expect(FORMATS.webp.defaultQuality).toBe(79);
    expect(FORMATS.avif.defaultQuality).toBe(59);
  });
});

describe('rendition keys', () => {
  const keyOf = (
    original: Parameters<typeof resolveTransformation>[0],
    format: 'jpg' | 'webp',
    query: string,
  ) => {
    const { parameters } = parseQuery([...new URLSearchParams(query)]);
    const result = resolveTransformation(original, format, parameters);
    return isTransformationFault(result) ? result.code : renditionKey(result);
  };
  const original = {
    format: 'jpg',
    width: 3000,
    height: 2000,
    frames: 1,
    hasAlpha: false,
  } as const;

  /** Without what JSON leaves out; the order of its names says nothing. */
  const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  it('are equal for a height as given, and as its ratio gives it (transformations.rendition-key)', () => {
    const facts = { ...original, width: 1, height: 1 };
    expect(keyOf(facts, 'jpg', 'width=11&ratio=3:1&trim=0')).toBe(
      keyOf(facts, 'jpg', 'width=11&ratio=3:1&trim=0&height=4'),
    );
  });

  it('differ wherever one parameter makes a difference (transformations.rendition-key)', () => {
    fc.assert(
      fc.property(
        anyOriginal,
        anyFormat,
        anyParameters,
        anyParameters,
        fc.nat(),
        (facts, format, requested, others, at) => {
          const names = Object.keys(others) as (keyof typeof others)[];
          const name = names[at % names.length];
          if (!name) return;
          const left = resolveTransformation(facts, format, requested);
          const right = resolveTransformation(facts, format, {
            ...requested,
            [name]: others[name],
          });
          if (isTransformationFault(left) || isTransformationFault(right)) return;
          const isSame = isDeepStrictEqual(asJson(left), asJson(right));
          expect(renditionKey(left) === renditionKey(right), name).toBe(isSame);
          expect(renditionKey(left)).toMatch(/^[a-z0-9.-]+$/);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['width=5000', 'width=6000'],
    ['dpr=2&width=100', 'width=200'],
    ['width=300&height=200', 'width=300'],
    ['rotate=180&flip=true', 'flop=true'],
    ['flip=true&flop=true', 'rotate=180'],
    ['crop=0,0,9000,9000&width=9', 'width=9'],
    ['width=9&background=f00', 'width=9'],
    ['quality=80&width=9', 'width=9'],
    ['fit=inside&width=300&height=900', 'width=300'],
  ])('of %s and %s are equal (transformations.rendition-key)', (a, b) => {
    expect(keyOf(original, 'webp', a.replace('quality=80', 'quality=79'))).toBe(
      keyOf(original, 'webp', b),
    );
  });
});
