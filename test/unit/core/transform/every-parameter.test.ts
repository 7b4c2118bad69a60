import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMAT_NAMES } from '../../../../core/transform/formats.ts';
import { PARAMETER_WORDS } from '../../../../core/transform/parameter-words.ts';
import { PARAMETERS, type Parameters } from '../../../../core/transform/parameters.ts';
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
const CONTEXTS = fc.sample(fc.tuple(anyOriginal, anyFormat, anyParameters), {
  numRuns: 400,
  seed: 1,
});

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

  /** Whether a value makes no difference to any of the images, formats and other parameters. */
  function isSameAsNone(value: unknown): boolean {
    return CONTEXTS.every(([original, format, parameters]) => {
      const { [name]: _, ...without } = parameters;
      const left = resolveTransformation(original, format, without);
      const right = resolveTransformation(original, format, { ...without, [name]: value });
      return JSON.stringify(left) === JSON.stringify(right);
    });
  }

  it('says which value comes to the same as none, and no other does', () => {
    const { whenAbsent, schema } = PARAMETERS[name];
    if (whenAbsent !== undefined) expect(isSameAsNone(whenAbsent), `${whenAbsent}`).toBe(true);
    // a text has many ways to say nothing, such as every colour that is clear
    if ('pattern' in schema || 'anyOf' in schema) return;
    const property = fc.property(anyValueOf(name), (value) => {
      expect(isSameAsNone(value), `${name}=${value} is the same as none`).toBe(
        value === whenAbsent,
      );
    });
    fc.assert(property, { numRuns: 40 });
  });

  it('is left out of the shortest form where it is what it would be anyway (transformations.rendition-key)', () => {
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
    const original = { format: 'png', ...size, frames, hasAlpha: true, overlay } as const;
    const keys = contrast.map((query) => {
      const result = resolveTransformation(original, 'webp', read(query).parameters);
      return isTransformationFault(result) ? result : renditionKey(result);
    });
    expect(keys[0]).not.toEqual(keys[1]);
  });
});
