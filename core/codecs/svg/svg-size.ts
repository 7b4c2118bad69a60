/** Width and height in CSS pixels. */
export interface SvgSize {
  readonly width: number;
  readonly height: number;
}

/** CSS Values 4, 6.2: pixels of an absolute unit. */
export const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  q: 96 / 101.6,
};

/** CSS Values 4, 6.1: those of fonts too, in the text size that browsers begin with. */
const UNITS: Readonly<Record<string, number>> = {
  ...PIXELS,
  '': 1,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
};
const LENGTH = /^\+?(\d{0,9}(?:\.\d{1,20})?(?:e[+-]?\d{1,2})?)(px|pt|pc|mm|cm|in|q|r?em|ex|ch)?$/i;
const MAX_SIDE = 1e6;
const MIN_SIDE = 1e-3;

function readLength(text: string | undefined): number | undefined {
  const [, number = '', unit = ''] = LENGTH.exec((text ?? '').trim()) ?? [];
  const pixels = Number.parseFloat(number) * (UNITS[unit.toLowerCase()] ?? 1);
  return pixels >= MIN_SIDE && pixels <= MAX_SIDE ? pixels : undefined;
}

/** No attribute whose numbers are read has more. */
const MAX_NUMBERS = 4;

/** The first numbers of an attribute that lists them, five at most; NaN for anything else. */
export function readNumbers(list: string): number[] {
  return list
    .trim()
    .split(/[\s,]+/, MAX_NUMBERS + 1)
    .map(Number);
}

/** The four numbers of a viewBox; undefined if it isn't four, which browsers ignore. */
export function readBox(attributes: ReadonlyMap<string, string>): readonly number[] | undefined {
  const numbers = readNumbers(attributes.get('viewBox') ?? '');
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** The size of a replaced element without any (CSS 2.1, 10.3.2). */
const DEFAULT_SIZE: SvgSize = { width: 300, height: 150 };

/**
 * The size that browsers give to an SVG: its width and height, else by its viewBox. One side alone
 * has the ratio of the viewBox. A side that is stated nowhere comes from DEFAULT_SIZE.
 */
export function readSvgSize(attributes: ReadonlyMap<string, string>): SvgSize {
  const [, , boxWidth = 0, boxHeight = 0] = readBox(attributes) ?? [];
  const hasBox = [boxWidth, boxHeight].every((side) => side >= MIN_SIDE && side <= MAX_SIDE);
  const width = readLength(attributes.get('width'));
  const height = readLength(attributes.get('height'));
  if (!hasBox || (width !== undefined && height !== undefined)) {
    return { width: width ?? DEFAULT_SIZE.width, height: height ?? DEFAULT_SIZE.height };
  }
  if (width !== undefined) return { width, height: (width * boxHeight) / boxWidth };
  if (height !== undefined) return { width: (height * boxWidth) / boxHeight, height };
  return { width: boxWidth, height: boxHeight };
}

/** The size of an `svg` or a `symbol` in the units of its content: percentages are shares of it. */
export function viewportOf(attributes: ReadonlyMap<string, string>, around: SvgSize): SvgSize {
  const [, , width = 0, height = 0] = readNumbers(attributes.get('viewBox') ?? '');
  if (width > 0 && height > 0) return { width, height };
  return {
    width: readLength(attributes.get('width')) ?? around.width,
    height: readLength(attributes.get('height')) ?? around.height,
  };
}
