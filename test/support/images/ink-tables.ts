/** The tables of a profile of inks by which decoders find Lab (`lut16Type`, ICC.1:2022, 10.10). */
export interface InkTables {
  /** Lab in numbers of 16 bits, by cyan, magenta, yellow and black of 0 to 1. */
  labOf(inks: readonly number[]): readonly number[];
}

const INKS = 4;
const OUTPUTS = 3;
const INPUTS_AT = 52;
const HIGHEST = 65_535;
/** Lab of 100 in the encoding of the second version of ICC, in place of 65,535. */
const OLD_HIGHEST = 65_280;

function findTag(profile: Buffer, name: string): Buffer {
  for (let at = 132; at < 132 + 12 * profile.readUInt32BE(128); at += 12) {
    if (profile.toString('latin1', at, at + 4) !== name) continue;
    const from = profile.readUInt32BE(at + 4);
    return profile.subarray(from, from + profile.readUInt32BE(at + 8));
  }
  throw new Error(`the profile has no ${name}`);
}

/** A value between the points of a curve, both of 0 to 1. */
function readCurve(curve: readonly number[], value: number): number {
  const place = Math.min(1, Math.max(0, value)) * (curve.length - 1);
  const at = Math.min(Math.floor(place), curve.length - 2);
  const [one = 0, other = 0] = [curve[at], curve[at + 1]];
  return (one + (other - one) * (place - at)) / HIGHEST;
}

/** Reads the table of the perceptual intent, between its points in each direction. */
export function readInkTables(profile: Buffer): InkTables {
  const tag = findTag(profile, 'A2B0');
  const grid = tag[10] ?? 0;
  const [inputs, outputs] = [tag.readUInt16BE(48), tag.readUInt16BE(50)];
  const numbers = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => tag.readUInt16BE(from + 2 * at));
  const gridAt = INPUTS_AT + 2 * INKS * inputs;
  const outputsAt = gridAt + 2 * OUTPUTS * grid ** INKS;
  const before = [0, 1, 2, 3].map((ink) => numbers(INPUTS_AT + 2 * inputs * ink, inputs));
  const after = [0, 1, 2].map((one) => numbers(outputsAt + 2 * outputs * one, outputs));
  const labOf = (inks: readonly number[]) => {
    const places = before.map((curve, ink) => readCurve(curve, inks[ink] ?? 0) * (grid - 1));
    const lows = places.map((place) => Math.min(Math.floor(place), grid - 2));
    const lab = [0, 0, 0];
    for (let corner = 0; corner < 2 ** INKS; corner += 1) {
      let [weight, point] = [1, 0];
      for (const [ink, low] of lows.entries()) {
        const isHigh = (corner >> ink) & 1;
        const share = (places[ink] ?? 0) - low;
        weight *= isHigh ? share : 1 - share;
        point = point * grid + low + isHigh;
      }
      for (let one = 0; weight > 0 && one < OUTPUTS; one += 1) {
        const value = tag.readUInt16BE(gridAt + 2 * (point * OUTPUTS + one));
        lab[one] = (lab[one] ?? 0) + weight * value;
      }
    }
    return after.map((curve, one) => readCurve(curve, (lab[one] ?? 0) / HIGHEST) * HIGHEST);
  };
  return { labOf };
}

/** XYZ under D50 to linear sRGB (IEC 61966-2-1, adapted by Bradford's matrix). */
const TO_SRGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;
const D50 = [0.9642, 1, 0.8249] as const;

/** sRGB of Lab in 16 bits, whose lightness of 100 has this number. */
function srgbOf(lab: readonly number[], highest: number): number[] {
  const [l = 0, a = 0, b = 0] = lab.map((value) => value / highest);
  const y = (l * 100 + 16) / 116;
  const ratios = [y + (a * 255 - 128) / 500, y, y - (b * 255 - 128) / 200];
  const xyz = ratios.map((ratio, at) => {
    const light = ratio > 6 / 29 ? ratio ** 3 : (ratio - 16 / 116) / (841 / 108);
    return light * (D50[at] ?? 1);
  });
  return TO_SRGB.map((row) => {
    const sum = row.reduce((total, share, at) => total + share * (xyz[at] ?? 0), 0);
    const light = Math.min(1, Math.max(0, sum));
    const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(value * 255);
  });
}

/** sRGB of inks of 0 to 255, as their profile states it (ICC.1:2022). */
export const srgbByTables = ({ labOf }: InkTables, inks: readonly number[]) =>
  srgbOf(labOf(inks.map((ink) => ink / 255)), OLD_HIGHEST);

/**
 * sRGB of inks of 0 to 255 as Chromium 156 computes it. It mixes black into the other inks first,
 * gives these to the profile without black, and reads Lab as ICC's fourth version has it.
 */
export function srgbInChromium({ labOf }: InkTables, inks: readonly number[]): number[] {
  const black = inks[INKS - 1] ?? 0;
  const mixed = inks.slice(0, INKS - 1).map((ink) => {
    return 1 - Math.round(((255 - ink) * (255 - black)) / 255) / 255;
  });
  return srgbOf(labOf([...mixed, 0]), HIGHEST);
}

/** Inks under sharp's profile in a JPEG of quality 100, and the pixels of Chromium 156. */
export const INKS_IN_CHROMIUM: readonly {
  readonly inks: readonly number[];
  readonly shown: readonly number[];
}[] = [
  { inks: [0, 0, 0, 0], shown: [252, 254, 255] },
  { inks: [255, 0, 0, 0], shown: [0, 155, 228] },
  { inks: [0, 0, 0, 255], shown: [47, 40, 56] },
  { inks: [255, 255, 255, 255], shown: [47, 40, 56] },
  { inks: [153, 102, 51, 102], shown: [82, 89, 108] },
  { inks: [153, 51, 255, 102], shown: [80, 101, 57] },
  { inks: [51, 255, 255, 0], shown: [188, 32, 47] },
  { inks: [51, 153, 204, 153], shown: [103, 64, 61] },
  { inks: [102, 51, 153, 204], shown: [66, 60, 62] },
  { inks: [255, 204, 102, 51], shown: [35, 58, 97] },
  { inks: [204, 0, 255, 0], shown: [0, 155, 60] },
  { inks: [204, 204, 153, 0], shown: [81, 67, 92] },
  { inks: [204, 0, 51, 0], shown: [0, 166, 195] },
  { inks: [0, 255, 204, 153], shown: [121, 45, 60] },
  { inks: [153, 51, 51, 255], shown: [47, 40, 56] },
  { inks: [204, 102, 204, 102], shown: [56, 83, 69] },
];
