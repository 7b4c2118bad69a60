import { textBytes, uint32Be } from '../write-bytes.ts';
import { buildIccProfile, type IccTag } from './build-icc-profile.ts';

const ONE = 65_536;
const fixed = (values: readonly number[]) =>
  values.flatMap((value) => [...uint32Be(Math.round(value * ONE) >>> 0)]);
const tag = (name: string, type: string, content: readonly number[]): IccTag => ({
  name,
  data: Uint8Array.of(...textBytes(type), 0, 0, 0, 0, ...content),
});
const point = (name: string, ...xyz: readonly number[]) => tag(name, 'XYZ ', fixed(xyz));

/** The curve of IEC 61966-2-1, as function 3 of `para` (ICC.1:2022, 10.18). */
const CURVE = [0, 3, 0, 0, ...fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])];

/** Version 4, for a monitor, from RGB to XYZ (ICC.1:2022, 7.2). */
function headOf(): Uint8Array {
  const head = new Uint8Array(128);
  head[8] = 4;
  head.set([...textBytes('mntrRGB XYZ ')], 12);
  return head;
}

/**
 * Display P3 with the curve of sRGB. The primaries of SMPTE EG 432-1 and the white D65 are adapted
 * to D50 by the Bradford transform.
 */
export const DISPLAY_P3_PROFILE: Uint8Array = buildIccProfile(headOf(), [
  point('wtpt', 0.9642, 1, 0.8249),
  point('rXYZ', 0.51512, 0.2412, -0.00105),
  point('gXYZ', 0.29198, 0.69225, 0.04189),
  point('bXYZ', 0.1571, 0.06657, 0.78407),
  ...['rTRC', 'gTRC', 'bTRC'].map((name) => tag(name, 'para', CURVE)),
]);
