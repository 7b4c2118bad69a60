import { calc, mathFunctionNames } from '@csstools/css-calc';
import {
  type ComponentValue,
  type FunctionNode,
  isFunctionNode,
  isTokenNode,
  isWhiteSpaceOrCommentNode,
} from '@csstools/css-parser-algorithms';
import {
  type CSSToken,
  isTokenComma,
  isTokenDimension,
  isTokenIdent,
  isTokenNumber,
  isTokenPercentage,
  stringify,
} from '@csstools/css-tokenizer';
import { refuseSvg, refuseUndrawn } from '../svg-faults.ts';
import { PIXELS, type SvgSize } from '../svg-size.ts';
import { MAX_VALUE_TOKENS } from './css-syntax.ts';

/** The facts of an element that its values may depend on. */
export interface ValueContext {
  /** Pixels. */
  readonly fontSize: number;
  /** Pixels, of the root. */
  readonly rootFontSize: number;
  /** The size of the nearest `svg` around it, in its units: percentages are shares of it. */
  readonly viewport: SvgSize;
  /** The size of the image, in pixels. */
  readonly image: SvgSize;
  /** `currentColor`, as hexadecimal digits. */
  readonly colour: string;
  /** In an attribute, where a length needs no unit. */
  readonly isAttribute: boolean;
}

/** The side of the viewport that percentages are shares of. */
export type ShareOf = 'width' | 'height' | 'diagonal';

/** A number with a unit that is left: none, pixels, degrees or percent. */
export interface Quantity {
  readonly number: number;
  readonly unit: '' | 'px' | 'deg' | '%';
}

type PixelsOf = (context: ValueContext) => number;
const RELATIVE: Readonly<Record<string, PixelsOf>> = {
  em: ({ fontSize }) => fontSize,
  rem: ({ rootFontSize }) => rootFontSize,
  vw: ({ image }) => image.width / 100,
  vh: ({ image }) => image.height / 100,
  vi: ({ image }) => image.width / 100,
  vb: ({ image }) => image.height / 100,
  vmin: ({ image }) => Math.min(image.width, image.height) / 100,
  vmax: ({ image }) => Math.max(image.width, image.height) / 100,
};
/** CSS Values 4, 6.1.1: lengths of a font, which the service has none of. */
const OF_FONTS = /^r?(?:ex|ch|ic|cap|lh)$/;
/** CSS Values 4, 7.1: degrees of a unit. */
const DEGREES: Readonly<Record<string, number>> = {
  deg: 1,
  grad: 0.9,
  rad: 180 / Math.PI,
  turn: 360,
};
const RESULT = /^([+-]?[\d.]+(?:e[+-]?\d+)?)(px|%|deg|)$/i;

/** The values between spaces and comments. */
export function partsOf(values: readonly ComponentValue[]): ComponentValue[] {
  return values.filter((value) => !isWhiteSpaceOrCommentNode(value));
}

/** The token of a value; undefined for a function or a block. */
export function tokenOf(value: ComponentValue | undefined): CSSToken | undefined {
  return isTokenNode(value) ? (value.value as CSSToken) : undefined;
}

/** A keyword in lower case. */
export function keywordOf(value: ComponentValue | undefined): string | undefined {
  const token = tokenOf(value);
  return isTokenIdent(token) ? token[4].value.toLowerCase() : undefined;
}

/** The values between commas. */
export function splitAtCommas(values: readonly ComponentValue[]): ComponentValue[][] {
  const lists: ComponentValue[][] = [[]];
  for (const value of values) {
    if (isTokenComma(tokenOf(value))) lists.push([]);
    else if (!isWhiteSpaceOrCommentNode(value)) lists.at(-1)?.push(value);
  }
  return lists;
}

/** A number as SVG writes it, of nine digits. */
export function formatNumber(number: number): string {
  return String(Number(number.toPrecision(9)));
}

/** The length that 100 % are. */
export function lengthOf({ viewport }: ValueContext, share: ShareOf): number {
  if (share !== 'diagonal') return viewport[share];
  return Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
}

function quantityOf(number: number, unit: string, context: ValueContext): Quantity | undefined {
  const lower = unit.toLowerCase();
  const degrees = DEGREES[lower];
  if (degrees !== undefined) return { number: number * degrees, unit: 'deg' };
  if (OF_FONTS.test(lower)) refuseUndrawn(`the unit ${lower}`);
  // the small, large and dynamic viewports of an image are the same
  const pixels = PIXELS[lower] ?? RELATIVE[lower.replace(/^[sld](?=v)/, '')]?.(context);
  return pixels === undefined ? undefined : { number: number * pixels, unit: 'px' };
}

/** Each unit of a function as pixels or degrees; percentages too, where their length is known. */
function inPixels(token: CSSToken, context: ValueContext, share: ShareOf | undefined): string {
  if (isTokenPercentage(token) && share !== undefined) {
    return `${(token[4].value * lengthOf(context, share)) / 100}px`;
  }
  if (!isTokenDimension(token)) return stringify(token);
  const quantity = quantityOf(token[4].value, token[4].unit, context);
  return quantity ? `${quantity.number}${quantity.unit}` : stringify(token);
}

function readMath(
  node: FunctionNode,
  context: ValueContext,
  share: ShareOf | undefined,
): Quantity | undefined {
  const tokens = node.tokens();
  if (tokens.length > MAX_VALUE_TOKENS) refuseSvg('complex');
  const text = tokens.map((token) => inPixels(token, context, share)).join('');
  const [, number, unit = ''] = RESULT.exec(calc(text, { toCanonicalUnits: true })) ?? [];
  if (number === undefined) return undefined;
  return { number: Number(number), unit: unit.toLowerCase() as Quantity['unit'] };
}

/** A number, a length, an angle or a percentage, with the functions of CSS Values 4. */
export function readQuantity(
  value: ComponentValue | undefined,
  context: ValueContext,
  share?: ShareOf,
): Quantity | undefined {
  const token = tokenOf(value);
  if (isTokenNumber(token)) return { number: token[4].value, unit: '' };
  if (isTokenPercentage(token)) return { number: token[4].value, unit: '%' };
  if (isTokenDimension(token)) return quantityOf(token[4].value, token[4].unit, context);
  if (!isFunctionNode(value)) return undefined;
  const isMath = mathFunctionNames.has(value.getName().toLowerCase());
  return isMath ? readMath(value, context, share) : undefined;
}

/** A length in pixels, or a percentage; a number without a unit where one may stand. */
export function readLength(
  value: ComponentValue | undefined,
  context: ValueContext,
  share: ShareOf,
  mayBeNumber = context.isAttribute,
): string | undefined {
  const quantity = readQuantity(value, context, share);
  if (!quantity || quantity.unit === 'deg' || !Number.isFinite(quantity.number)) return undefined;
  if (quantity.unit === '' && !mayBeNumber && quantity.number !== 0) return undefined;
  return `${formatNumber(quantity.number)}${quantity.unit === '%' ? '%' : ''}`;
}

/** A length in pixels, percentages resolved. */
export function readPixels(
  value: ComponentValue | undefined,
  context: ValueContext,
  share: ShareOf,
  mayBeNumber = context.isAttribute,
): number | undefined {
  const length = readLength(value, context, share, mayBeNumber);
  if (length === undefined) return undefined;
  const number = Number.parseFloat(length);
  return length.endsWith('%') ? (number * lengthOf(context, share)) / 100 : number;
}

/** A number, or a percentage as a share of one. */
export function readShare(
  value: ComponentValue | undefined,
  context: ValueContext,
): number | undefined {
  const quantity = readQuantity(value, context);
  if (quantity?.unit === '') return quantity.number;
  return quantity?.unit === '%' ? quantity.number / 100 : undefined;
}
