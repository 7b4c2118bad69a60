import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMAT_NAMES } from '../../../../core/transform/formats.ts';
import { PARAMETER_WORDS } from '../../../../core/transform/parameter-words.ts';
import {
  type ImageParameterName,
  PARAMETERS,
  type Parameters,
} from '../../../../core/transform/parameters.ts';
import { parseQuery, queryOf, simplifyParameters } from '../../../../core/transform/query.ts';
import {
  isTransformationFault,
  renditionKey,
  resolveTransformation,
} from '../../../../core/transform/transformation.ts';
import {
  anyFormat,
  anyOriginal,
  anyParameters,
  anyValueOf,
  IMAGE_PARAMETERS,
} from '../../../support/stores/arbitraries.ts';

const read = (query: string) => parseQuery([...new URLSearchParams(query)]);
/** Enough of everything that a value which makes no difference to any of them makes none at all. */
const CONTEXTS = [
  ...fc.sample(fc.tuple(anyOriginal, anyFormat, anyParameters), { numRuns: 400, seed: 1 }),
  // beside most parameters a gain map is left out, and few of the texts are drawn
  ...fc.sample(
    fc.tuple(anyOriginal, anyFormat, fc.constantFrom<Parameters>({}, { 'overlay-text': 'Ana' })),
    {
      numRuns: 60,
      seed: 1,
    },
  ),
];

type Context = (typeof CONTEXTS)[number];

/** Values that have often no effect, for the parameters whose values are texts. */
const NEUTRAL_TEXTS = ['0', '0,0,0,0', '0p,0p,100p,100p', 'ffffff', '00000000', 'center', 'top'];
const MAX_LISTED = 1_000;

/** Every value of a small range; of others the bounds, what may be neutral, and some. */
function valuesOf(name: ImageParameterName): unknown[] {
  const { schema, parse, whenAbsent } = PARAMETERS[name];
  const { minimum, maximum, multipleOf = 1 } = { minimum: 0, maximum: -1, ...schema };
  const isListed = (maximum - minimum) / multipleOf < MAX_LISTED;
  const counts = Array.from({ length: (maximum - minimum) / multipleOf + 1.5 }, (_, at) => at);
  const range = counts.map((at) => String(Number((minimum + at * multipleOf).toFixed(1))));
  const texts = [...(isListed ? range : [range[0], range.at(-1)]), ...NEUTRAL_TEXTS];
  const read = texts.map((text) => parse(String(text))).filter((value) => value !== undefined);
  const some = fc.sample(anyValueOf(name), { numRuns: 100, seed: 2 });
  return [...new Set([...read, ...some, ...(whenAbsent === undefined ? [] : [whenAbsent])])];
}

/** Other spellings of nothing, which the result has as none: the request keeps its text. */
const IS_NOTHING: Readonly<Partial<Record<ImageParameterName, (value: unknown) => boolean>>> = {
  crop: (value) => value === '0p,0p,100p,100p',
  pad: (value) => value === '0,0,0,0',
  tint: (value) => /^.{6}00$/.test(String(value)),
  background: (value) => /^.{6}00$/.test(String(value)),
  border: (value) => /^0+,|,.{6}00$/.test(String(value)),
  hdr: (value) => value === false, // it overrides the setting of a project
};

describe.each(IMAGE_PARAMETERS)('%s, as every parameter,', (name) => {
  const { contrast } = PARAMETER_WORDS[name];

  it('has values of its schema, each of which its query text gives back', () => {
    const property = fc.property(anyValueOf(name), (value) => {
      const parameters = { [name]: value } as Parameters;
      const parsed = parseQuery(queryOf(parameters));
      expect(parsed).toEqual({ parameters, ignored: [], errors: [] });
    });
    fc.assert(property);
  });

  it('has two queries that differ in it alone', () => {
    const [first, other] = [read(contrast[0]), read(contrast[1])];
    expect([...first.errors, ...first.ignored, ...other.errors, ...other.ignored]).toEqual([]);
    const { [name]: here, ...others } = first.parameters;
    const { [name]: there, ...same } = other.parameters;
    expect(here).not.toEqual(there);
    expect(others).toEqual(same);
  });

  const resultOf = (original: Context[0], format: Context[1], of: Parameters) =>
    JSON.stringify(resolveTransformation(original, format, of));

  it('says which value comes to the same as none, and no other does', () => {
    const { whenAbsent } = PARAMETERS[name];
    // a trimmed image keeps its request as a text, in which every value makes a difference
    const contexts = CONTEXTS.map(([original, format, { trim: _, [name]: __, ...without }]) => {
      return { original, format, without, none: resultOf(original, format, without) };
    });
    /** Whether a value makes no difference to any image, format and other parameters. */
    const isSameAsNone = (value: unknown) =>
      contexts.every(({ original, format, without, none }) => {
        return resultOf(original, format, { ...without, [name]: value }) === none;
      });
    const isOther = (value: unknown) => !IS_NOTHING[name]?.(value);
    const same = valuesOf(name).filter((value) => isOther(value) && isSameAsNone(value));
    expect(same).toEqual(whenAbsent === undefined ? [] : [whenAbsent]);
  });

  it('has one result with that value and without it, of a trimmed image too (transformations.rendition-key)', () => {
    const { whenAbsent } = PARAMETERS[name];
    if (whenAbsent === undefined) return;
    for (const [original, format, { [name]: _, ...without }] of CONTEXTS) {
      const trimmed = { ...without, ...(name === 'trim' ? {} : { trim: 7 }) };
      const right = resultOf(original, format, { ...trimmed, [name]: whenAbsent });
      expect(right).toBe(resultOf(original, format, trimmed));
    }
  });

  it('is left out of the shortest form where it has its default (transformations.rendition-key)', () => {
    const { whenAbsent } = PARAMETERS[name];
    if (whenAbsent === undefined) return;
    for (const format of FORMAT_NAMES) {
      const property = fc.property(anyParameters, (parameters) => {
        const given = { ...parameters, [name]: whenAbsent };
        expect(simplifyParameters(given, format)).not.toHaveProperty(name);
      });
      fc.assert(property, { numRuns: 20 });
    }
  });

  it('makes another rendition key of its two queries (transformations.rendition-key)', () => {
    const frames = name === 'frame' ? 2 : 1; // of a still image it changes nothing
    const overlay = {
      imageId: 'img_mzxw6ytboi2dkmrvgezdgnbvgy',
      generation: 0,
      width: 16,
      height: 12,
    } as const;
    const size = { width: 96, height: 64 };
    const has = { hasAlpha: true, hasWideGamut: true, hasGainMap: true };
    const original = { format: 'png', ...size, frames, ...has, overlay } as const;
    const format = name === 'hdr' ? 'jpg' : 'webp'; // webp has no gain maps, jpg no frames
    const keys = contrast.map((query) => {
      const result = resolveTransformation(original, format, read(query).parameters);
      return isTransformationFault(result) ? result : renditionKey(result);
    });
    expect(keys[0]).not.toEqual(keys[1]);
  });
});
