import type { Transformation } from '../../../core/transform/transformation.ts';
import { readColor } from '../background.ts';
import type { Pixels } from '../pixels.ts';

/** Shares of red, green and blue in the luminance of Filter Effects 1 (W3C), section 9. */
const [RED, GREEN, BLUE] = [0.213, 0.715, 0.072];

type Colour = readonly [red: number, green: number, blue: number];
type Asked<Name extends keyof Transformation> = Pick<Transformation, Name>;

function toByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** Replaces each colour value, and no alpha, by the formula's result. */
function paintValues({ data, channels }: Pixels, formula: (value: number) => number): void {
  const table = Uint8Array.from({ length: 256 }, (_, value) => toByte(formula(value)));
  for (let at = 0; at < data.length; at += channels) {
    for (let one = at; one < at + 3; one += 1) data[one] = table[data[one] ?? 0] ?? 0;
  }
}

/** Replaces each colour by the products of three rows with red, green and blue. */
function paintMatrix({ data, channels }: Pixels, rows: readonly [Colour, Colour, Colour]): void {
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = rows;
  for (let at = 0; at < data.length; at += channels) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    data[at] = toByte(rr * red + rg * green + rb * blue);
    data[at + 1] = toByte(gr * red + gg * green + gb * blue);
    data[at + 2] = toByte(br * red + bg * green + bb * blue);
  }
}

export function paintBrightness(pixels: Pixels, { brightness }: Asked<'brightness'>): void {
  paintValues(pixels, (value) => (value * brightness) / 100);
}

export function paintContrast(pixels: Pixels, { contrast }: Asked<'contrast'>): void {
  paintValues(pixels, (value) => ((value - 127.5) * contrast) / 100 + 127.5);
}

export function paintGamma(pixels: Pixels, { gamma }: Asked<'gamma'>): void {
  paintValues(pixels, (value) => 255 * (value / 255) ** (1 / gamma));
}

export function paintNegative(pixels: Pixels): void {
  paintValues(pixels, (value) => 255 - value);
}

export function paintSaturation(pixels: Pixels, { saturation }: Asked<'saturation'>): void {
  const kept = saturation / 100;
  const [red, green, blue] = [RED, GREEN, BLUE].map((share) => share * (1 - kept)) as [
    number,
    number,
    number,
  ];
  paintMatrix(pixels, [
    [red + kept, green, blue],
    [red, green + kept, blue],
    [red, green, blue + kept],
  ]);
}

/** The matrix of `hueRotate` in Filter Effects 1, section 9.6. */
export function paintHue(pixels: Pixels, { hue }: Asked<'hue'>): void {
  const cos = Math.cos((hue * Math.PI) / 180);
  const sin = Math.sin((hue * Math.PI) / 180);
  paintMatrix(pixels, [
    [
      RED + cos * 0.787 - sin * 0.213,
      GREEN - cos * 0.715 - sin * 0.715,
      BLUE - cos * 0.072 + sin * 0.928,
    ],
    [
      RED - cos * 0.213 + sin * 0.143,
      GREEN + cos * 0.285 + sin * 0.14,
      BLUE - cos * 0.072 - sin * 0.283,
    ],
    [
      RED - cos * 0.213 - sin * 0.787,
      GREEN - cos * 0.715 + sin * 0.715,
      BLUE + cos * 0.928 + sin * 0.072,
    ],
  ]);
}

/** A colour for each luminance: black, then the tint at its own luminance, then white. */
function tintTable(tint: Colour): Uint8Array {
  const own = RED * tint[0] + GREEN * tint[1] + BLUE * tint[2];
  const table = new Uint8Array(256 * 3);
  for (let at = 0; at < table.length; at += 1) {
    const luminance = Math.floor(at / 3);
    const value = tint[(at % 3) as 0 | 1 | 2];
    table[at] = toByte(
      luminance < own
        ? (value * luminance) / own
        : 255 - ((255 - value) * (255 - luminance)) / Math.max(1, 255 - own),
    );
  }
  return table;
}

export function paintTint({ data, channels }: Pixels, { tint }: Asked<'tint'>): void {
  if (tint === undefined) return;
  const { r, g, b, alpha } = readColor(tint);
  const table = tintTable([r, g, b]);
  for (let at = 0; at < data.length; at += channels) {
    const luminance = toByte(
      RED * (data[at] ?? 0) + GREEN * (data[at + 1] ?? 0) + BLUE * (data[at + 2] ?? 0),
    );
    for (let one = 0; one < 3; one += 1) {
      const from = data[at + one] ?? 0;
      data[at + one] = toByte(from + ((table[luminance * 3 + one] ?? 0) - from) * alpha);
    }
  }
}
