import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../../../core/transform/formats.ts';
import { COMPASS } from '../../../../core/transform/key-parts.ts';
import { overlayKey } from '../../../../core/transform/overlay.ts';
import { PARAMETERS, type Parameters } from '../../../../core/transform/parameters.ts';
import {
  isTransformationFault,
  type OriginalFacts,
  renditionKey,
  resolveTransformation,
  type Transformation,
} from '../../../../core/transform/transformation.ts';
import {
  anyFormat,
  anyOriginal,
  anyParameters,
  IMAGE_PARAMETERS,
} from '../../../support/stores/arbitraries.ts';

const ORIGINAL = { format: 'png', width: 96, height: 64, frames: 1, hasAlpha: true } as const;
const OVERLAY = {
  imageId: 'img_mzxw6ytboi2dkmrvgezdgnbvgy',
  generation: 0,
  width: 16,
  height: 12,
  left: 1,
  top: 2,
  opacity: 90,
  isTiled: false,
} as const;

/** Fields of one type have the same values: a name that two parts share makes two keys equal. */
const VALUES: { readonly [Field in keyof Transformation]: readonly Transformation[Field][] } = {
  format: ['webp', 'jpg', 'avif', 'gif', 'png'],
  trim: [
    undefined,
    { tolerance: 7, original: ORIGINAL, parameters: { width: 7 } },
    { tolerance: 7, original: ORIGINAL, parameters: { height: 7 } },
    { tolerance: 9, original: ORIGINAL, parameters: { width: 7 } },
  ],
  crop: [undefined, { x: 1, y: 2, width: 3, height: 4 }, { x: 2, y: 1, width: 3, height: 4 }],
  turn: [0, 90, 180, 270],
  isMirrored: [false, true],
  resize: [
    { how: 'scale', size: { width: 90, height: 60 } },
    { how: 'scale', size: { width: 60, height: 90 } },
    { how: 'cover', size: { width: 90, height: 60 } },
    { how: 'contain', size: { width: 90, height: 60 }, inner: { width: 9, height: 6 } },
    { how: 'contain', size: { width: 90, height: 60 }, inner: { width: 6, height: 9 } },
  ],
  pad: [
    undefined,
    { top: 1, right: 2, bottom: 3, left: 4 },
    { top: 2, right: 1, bottom: 3, left: 4 },
    { top: 1, right: 2, bottom: 4, left: 3 },
  ],
  position: Object.keys(COMPASS) as (keyof typeof COMPASS)[],
  place: [
    undefined,
    { left: 7, top: 9, scaled: { width: 120, height: 90 } },
    { left: 9, top: 7, scaled: { width: 120, height: 90 } },
  ],
  brightness: [100, 7, 9, 180, 90],
  contrast: [100, 7, 9, 180, 90],
  gamma: [1, 7, 9],
  saturation: [100, 7, 9, 180, 90],
  hue: [0, 7, 9, 180, 90],
  isGrayscale: [false, true],
  tint: [undefined, 'ff8800', '00ff88'],
  isNegated: [false, true],
  isDisplayP3: [false, true],
  hasGainMap: [false, true],
  isFastEncoded: [false, true],
  pixelate: [1, 7, 9],
  blur: [0, 7, 9],
  sharpen: [0, 7, 9],
  border: [
    undefined,
    { width: 7, color: 'ff8800' },
    { width: 7, color: '00ff88' },
    { width: 9, color: 'ff8800' },
  ],
  radius: [0, 7, 9],
  isCircle: [false, true],
  background: [undefined, 'ff8800', '00ff88'],
  overlays: [[], [OVERLAY], [{ ...OVERLAY, left: 2, top: 1 }], [{ ...OVERLAY, isTiled: true }]],
  quality: [undefined, 7, 9, 'auto', 'auto-low'],
  // the key has it from the image and the format, which decide it
  isAnimated: [false],
  isFirstFrame: [false, true],
  mayServeOriginal: [false, true],
};
/** Fields that the key omits, as other fields decide them. */
const DERIVED = ['scaled', 'original'];

/** An object with each of its numbers and texts changed alone, those inside too. */
function variantsOf(value: object): object[] {
  return Object.entries(value as Record<string, unknown>).flatMap(([name, inner]): object[] => {
    if (DERIVED.includes(name)) return [];
    if (typeof inner === 'number') return [{ ...value, [name]: inner + 20 }];
    if (name === 'color') return [{ ...value, color: '123456' }];
    if (typeof inner !== 'object' || inner === null) return [];
    return variantsOf(inner).map((changed) => ({ ...value, [name]: changed }));
  });
}

function valuesOf<Field extends keyof Transformation>(field: Field): readonly unknown[] {
  const values: readonly unknown[] = VALUES[field];
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return [...values, ...values.filter(isObject).flatMap(variantsOf)];
}

const FIELDS = Object.keys(VALUES) as (keyof Transformation)[];
const NONE = Object.fromEntries(FIELDS.map((field) => [field, VALUES[field][0]])) as unknown;

/** The transformation that does nothing, with these fields in place of its own. */
const keyWith = (fields: object) => renditionKey({ ...(NONE as Transformation), ...fields });

/** Every one of these names itself, and no other. */
function expectDistinct(results: readonly object[]): void {
  const seen = new Map<string, object>();
  for (const fields of results) {
    const key = keyWith(fields);
    const other = seen.get(key);
    if (other) expect(fields, `${key} names two results`).toEqual(other);
    seen.set(key, fields);
  }
}

describe('the parts of a rendition key (transformations.rendition-key)', () => {
  it('are distinct: no value of one field has the key of a value of another', () => {
    expectDistinct([
      {},
      ...FIELDS.flatMap((field) =>
        valuesOf(field)
          .slice(1)
          .map((value) => ({ [field]: value })),
      ),
    ]);
  });

  it('are distinct in pairs: a value that moves to another field changes the key', () => {
    const pairs = FIELDS.flatMap((field, at) =>
      FIELDS.slice(at + 1).flatMap((other) =>
        VALUES[field]
          .slice(1)
          .flatMap((value) =>
            VALUES[other].slice(1).map((more) => ({ [field]: value, [other]: more })),
          ),
      ),
    );
    expect(pairs.length).toBeGreaterThan(1_000);
    expectDistinct(pairs);
  });

  it('of an overlay differ with each of its facts', () => {
    const image = { ...OVERLAY, width: 20 };
    const facts = {
      imageId: 'img_azxw6ytboi2dkmrvgezdgnbvgy',
      generation: 20,
      width: 21,
      height: 20,
      left: 20,
      top: 20,
      opacity: 20,
      isTiled: true,
    } as const;
    const keys = Object.entries(facts).map(([name, value]) =>
      overlayKey([{ ...image, [name]: value }]),
    );
    expect(new Set([overlayKey([image]), ...keys]).size).toBe(keys.length + 1);
    const [one, other] = [image, { ...image, left: 9 }];
    expect(overlayKey([one, other])).not.toBe(overlayKey([other, one]));
  });
});

/** The text of a value, as the second parameter reads it; undefined where it can't. */
function moved(from: keyof Parameters, to: keyof Parameters, parameters: Parameters): unknown {
  const value = parameters[from];
  return value === undefined ? undefined : PARAMETERS[to].parse(String(value));
}

const NAME_PAIRS = IMAGE_PARAMETERS.flatMap((from) =>
  IMAGE_PARAMETERS.filter((to) => to !== from).map((to) => [from, to] as const),
);

describe('two requests of which the second is made from the first (transformations.rendition-key)', () => {
  /** Results that differ have keys that differ. */
  function expectApart(
    [original, format]: readonly [OriginalFacts, Format],
    first: Parameters,
    second: Parameters,
  ): boolean {
    const left = resolveTransformation(original, format, first);
    const right = resolveTransformation(original, format, second);
    if (isTransformationFault(left) || isTransformationFault(right)) return false;
    const isSame = JSON.stringify(left) === JSON.stringify(right);
    const message = `${JSON.stringify(first)} and ${JSON.stringify(second)}`;
    expect(renditionKey(left) === renditionKey(right), message).toBe(isSame);
    return !isSame;
  }

  it('have different keys where a value moved to another parameter', () => {
    let [moves, differences] = [0, 0];
    const property = fc.property(
      anyOriginal,
      anyFormat,
      anyParameters,
      anyParameters,
      fc.constantFrom(...NAME_PAIRS),
      (original, format, context, values, [from, to]) => {
        const value = values[from];
        if (value === undefined) return;
        const { [from]: _, [to]: __, ...others } = context;
        const first = { ...others, [from]: value };
        const other = moved(from, to, first);
        if (other === undefined) return;
        moves += 1;
        const isApart = expectApart([original, format], first, { ...others, [to]: other });
        if (isApart) differences += 1;
      },
    );
    fc.assert(property, { numRuns: 4_000, seed: 7 });
    expect([moves > 200, differences > 50]).toEqual([true, true]);
  });

  it('have different keys where two parameters changed places', () => {
    let differences = 0;
    const property = fc.property(
      anyOriginal,
      anyFormat,
      anyParameters,
      fc.constantFrom(...NAME_PAIRS),
      (original, format, parameters, [from, to]) => {
        const [there, here] = [moved(from, to, parameters), moved(to, from, parameters)];
        if (there === undefined || here === undefined) return;
        const second = { ...parameters, [to]: there, [from]: here };
        if (expectApart([original, format], parameters, second)) differences += 1;
      },
    );
    fc.assert(property, { numRuns: 4_000, seed: 7 });
    expect(differences).toBeGreaterThan(20);
  });
});
