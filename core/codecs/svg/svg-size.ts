import { refuseSvg } from './svg-faults.ts';

/** Width and height in CSS pixels. */
export interface SvgSize {
  readonly width: number;
  readonly height: number;
}

/** CSS Values 4, 6.2: pixels of a unit. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  // of a font of 16 pixels, as browsers size an image
  em: 16,
  rem: 16,
  ex: 8,
};
const LENGTH = /^\+?(\d{0,9}(?:\.\d{1,20})?(?:e[+-]?\d{1,2})?)(px|pt|pc|mm|cm|in|em|rem|ex)?$/i;
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

/**
 * The size that an SVG states by its width and height, else by its viewBox; one side alone has the
 * ratio of the viewBox. An ImageFileFault without any.
 */
export function readSvgSize(attributes: ReadonlyMap<string, string>): SvgSize {
  const box = readNumbers(attributes.get('viewBox') ?? '');
  const [boxWidth = 0, boxHeight = 0] = box.length === 4 ? box.slice(2) : [];
  const hasBox = [boxWidth, boxHeight].every((side) => side >= MIN_SIDE && side <= MAX_SIDE);
  const width = readLength(attributes.get('width'));
  const height = readLength(attributes.get('height'));
  if (width !== undefined && height !== undefined) return { width, height };
  if (!hasBox) return refuseSvg('size');
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
