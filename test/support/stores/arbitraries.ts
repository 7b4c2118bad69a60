import fc from 'fast-check';
import { FORMAT_NAMES, UPLOAD_FORMATS } from '../../../core/transform/formats.ts';
import {
  type ImageParameterName,
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
  type Parameters,
} from '../../../core/transform/parameters.ts';
import type { OriginalFacts } from '../../../core/transform/transformation.ts';

/** The parameters that say something of the image. */
export const IMAGE_PARAMETERS = PARAMETER_NAMES.filter(
  (name) => !PARAMETERS[name].isOfAddress,
) as ImageParameterName[];

type Schema = Readonly<Record<string, unknown>>;

function anyTextOf(
  name: ParameterName,
  schema: Schema = PARAMETERS[name].schema,
): fc.Arbitrary<string> {
  // of several scripts, all in the font
  if (name === 'overlay-text') return fc.stringMatching(/^[ -}©à-öα-ωа-яא-תء-غ]{1,12}$/);
  const { type, enum: names, minimum, maximum, multipleOf, pattern, anyOf } = schema;
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => anyTextOf(name, one as Schema)));
  if (Array.isArray(names)) return fc.constantFrom(...names.map(String));
  if (type === 'boolean') return fc.constantFrom('true', 'false');
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  if (typeof minimum === 'number' && typeof maximum === 'number') {
    const step = typeof multipleOf === 'number' ? multipleOf : 1;
    const range = { min: Math.round(minimum / step), max: Math.round(maximum / step) };
    return fc.integer(range).map((count) => String(Number((count * step).toFixed(1))));
  }
  throw new Error(`no values can be made of the schema of ${name}`);
}

/** Any value of a parameter, made from its row of THE table. */
export function anyValueOf<Name extends ParameterName>(
  name: Name,
): fc.Arbitrary<NonNullable<Parameters[Name]>> {
  const values = anyTextOf(name).map((text) => PARAMETERS[name].parse(text));
  return values.filter((value) => value !== undefined) as fc.Arbitrary<
    NonNullable<Parameters[Name]>
  >;
}

/** Any valid set of parameters of an image, each present or not. */
export const anyParameters: fc.Arbitrary<Parameters> = fc.record(
  Object.fromEntries(IMAGE_PARAMETERS.map((name) => [name, anyValueOf(name)])),
  { requiredKeys: [] },
) as fc.Arbitrary<Parameters>;

export const anyFormat = fc.constantFrom(...FORMAT_NAMES);

export const anyOriginal: fc.Arbitrary<OriginalFacts> = fc.record({
  format: fc.constantFrom(...UPLOAD_FORMATS),
  width: fc.integer({ min: 1, max: 6000 }),
  height: fc.integer({ min: 1, max: 6000 }),
  frames: fc.constantFrom(1, 1, 1, 4),
  hasAlpha: fc.boolean(),
  focalPoint: fc.constantFrom(null, '0.3,0.7', '1,0'),
  hasWideGamut: fc.constantFrom(null, true, false),
  hasGainMap: fc.boolean(),
  // the record of whichever image a request names
  overlay: fc.constant({
    imageId: 'img_mzxw6ytboi2dkmrvgezdgnbvgy',
    generation: 1,
    width: 40,
    height: 30,
  }),
});

export const anyIdBytes = fc.uint8Array({ minLength: 26, maxLength: 26 });
