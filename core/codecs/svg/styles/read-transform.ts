import {
  type ComponentValue,
  type FunctionNode,
  isFunctionNode,
} from '@csstools/css-parser-algorithms';
import {
  formatNumber,
  keywordOf,
  partsOf,
  readPixels,
  readQuantity,
  readShare,
  type ShareOf,
  splitAtCommas,
  type ValueContext,
} from './read-lengths.ts';

/** The six numbers of `matrix()`. */
export type Matrix = readonly [number, number, number, number, number, number];

/** No change. */
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The second matrix applied first. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

export function writeMatrix(matrix: Matrix): string {
  return `matrix(${matrix.map(formatNumber).join(' ')})`;
}

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];
const scaling = (x: number, y: number): Matrix => [x, 0, 0, y, 0, 0];

function rotation(degrees: number): Matrix {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
}

function skewing(x: number, y: number): Matrix {
  const slope = (degrees: number) => Math.tan((degrees * Math.PI) / 180);
  return [1, slope(y), slope(x), 1, 0, 0];
}

type Read<T> = (argument: ComponentValue | undefined) => T | undefined;
type ReadFunction = (
  given: readonly (ComponentValue | undefined)[],
  context: ValueContext,
) => Matrix | undefined;

const pixels =
  (context: ValueContext, share: ShareOf): Read<number> =>
  (argument) =>
    readPixels(argument, context, share, false);
const share =
  (context: ValueContext): Read<number> =>
  (argument) =>
    readShare(argument, context);

function readAngle(value: ComponentValue | undefined, context: ValueContext): number | undefined {
  const quantity = readQuantity(value, context);
  if (quantity?.unit === 'deg') return quantity.number;
  return quantity?.unit === '' && quantity.number === 0 ? 0 : undefined;
}

/** The matrix of two arguments, the second of which may be absent. */
function pair(
  given: readonly (ComponentValue | undefined)[],
  first: Read<number>,
  second: Read<number>,
  absent: (first: number) => number,
  make: (x: number, y: number) => Matrix,
): Matrix | undefined {
  const x = first(given[0]);
  if (x === undefined || given.length > 2) return undefined;
  const y = given.length === 2 ? second(given[1]) : absent(x);
  return y === undefined ? undefined : make(x, y);
}

function single(
  given: readonly (ComponentValue | undefined)[],
  read: Read<number>,
  make: (value: number) => Matrix,
): Matrix | undefined {
  const value = given.length === 1 ? read(given[0]) : undefined;
  return value === undefined ? undefined : make(value);
}

const angle =
  (context: ValueContext): Read<number> =>
  (argument) =>
    readAngle(argument, context);

/** CSS Transforms 1 and 2, in the plane. */
const FUNCTIONS: Readonly<Record<string, ReadFunction>> = {
  matrix: (given, context) => {
    const numbers = given.map(share(context)).filter((one) => one !== undefined);
    const [a, b, c, d, e, f] = numbers;
    if (numbers.length !== 6 || given.length !== 6) return undefined;
    return [a ?? 0, b ?? 0, c ?? 0, d ?? 0, e ?? 0, f ?? 0];
  },
  translate: (given, context) =>
    pair(given, pixels(context, 'width'), pixels(context, 'height'), () => 0, translation),
  translatex: (given, context) => single(given, pixels(context, 'width'), (x) => translation(x, 0)),
  translatey: (given, context) =>
    single(given, pixels(context, 'height'), (y) => translation(0, y)),
  translate3d: (given, context) => {
    const [x, y] = [pixels(context, 'width')(given[0]), pixels(context, 'height')(given[1])];
    return x === undefined || y === undefined ? undefined : translation(x, y);
  },
  scale: (given, context) => pair(given, share(context), share(context), (x) => x, scaling),
  scalex: (given, context) => single(given, share(context), (x) => scaling(x, 1)),
  scaley: (given, context) => single(given, share(context), (y) => scaling(1, y)),
  scale3d: (given, context) =>
    pair(given.slice(0, 2), share(context), share(context), (x) => x, scaling),
  translatez: () => IDENTITY,
  scalez: () => IDENTITY,
  rotate: (given, context) => single(given, angle(context), rotation),
  rotatez: (given, context) => single(given, angle(context), rotation),
  skew: (given, context) => pair(given, angle(context), angle(context), () => 0, skewing),
  skewx: (given, context) => single(given, angle(context), (x) => skewing(x, 0)),
  skewy: (given, context) => single(given, angle(context), (y) => skewing(0, y)),
};
/** In space, which no renderer of SVG draws. */
const IN_SPACE = ['matrix3d', 'rotate3d', 'rotatex', 'rotatey', 'perspective'];

/** A transformation that is none in the plane. */
export const SPATIAL = 'spatial';

function readFunction(
  node: FunctionNode,
  context: ValueContext,
): Matrix | typeof SPATIAL | undefined {
  const name = node.getName().toLowerCase();
  if (IN_SPACE.includes(name)) return SPATIAL;
  if (!Object.hasOwn(FUNCTIONS, name)) return undefined;
  const lists = splitAtCommas(node.value);
  // each argument is one value
  if (lists.some((list) => list.length !== 1)) return undefined;
  return FUNCTIONS[name]?.(
    lists.map(([argument]) => argument),
    context,
  );
}

/** The matrix of a `transform` of CSS; undefined where it is none. */
export function readTransform(
  values: readonly ComponentValue[],
  context: ValueContext,
): Matrix | typeof SPATIAL | undefined {
  const parts = partsOf(values);
  if (parts.length === 1 && keywordOf(parts[0]) === 'none') return IDENTITY;
  let matrix: Matrix | undefined;
  for (const part of parts) {
    const next = isFunctionNode(part) ? readFunction(part, context) : undefined;
    if (next === undefined || next === SPATIAL) return next;
    matrix = matrix ? multiply(matrix, next) : next;
  }
  return matrix;
}

type ReadParts = (
  parts: readonly ComponentValue[],
  context: ValueContext,
) => ReturnType<typeof readTransform>;

/** The properties `translate`, `rotate` and `scale`, whose values stand between spaces. */
export const SINGLE_TRANSFORMS: Readonly<Record<'translate' | 'rotate' | 'scale', ReadParts>> = {
  translate: (parts, context) =>
    keywordOf(parts[0]) === 'none' ? IDENTITY : FUNCTIONS.translate?.(parts.slice(0, 2), context),
  rotate: (parts, context) => {
    if (keywordOf(parts[0]) === 'none') return IDENTITY;
    if (parts.length > 1)
      return keywordOf(parts[0]) === 'z' ? FUNCTIONS.rotate?.([parts[1]], context) : SPATIAL;
    return FUNCTIONS.rotate?.(parts, context);
  },
  scale: (parts, context) =>
    keywordOf(parts[0]) === 'none' ? IDENTITY : FUNCTIONS.scale?.(parts.slice(0, 2), context),
};

const PLACES: Readonly<Record<string, number>> = {
  left: 0,
  top: 0,
  center: 0.5,
  right: 1,
  bottom: 1,
};
const VERTICAL = ['top', 'bottom'];
const HORIZONTAL = ['left', 'right'];

/** The point of a `transform-origin` in a box; the unit is the user's. */
export function readOrigin(
  values: readonly ComponentValue[],
  context: ValueContext,
): readonly [number, number] | undefined {
  const [one, two] = partsOf(values);
  const isTurned =
    VERTICAL.includes(keywordOf(one) ?? '') || HORIZONTAL.includes(keywordOf(two) ?? '');
  const [first, second] = isTurned ? [two, one] : [one, two];
  const read = (value: ComponentValue | undefined, side: 'width' | 'height') => {
    const keyword = keywordOf(value);
    if (value === undefined) return context.viewport[side] / 2;
    if (keyword === undefined) return readPixels(value, context, side);
    const place = Object.hasOwn(PLACES, keyword) ? PLACES[keyword] : undefined;
    return place === undefined ? undefined : place * context.viewport[side];
  };
  const [x, y] = [read(first, 'width'), read(second, 'height')];
  return one === undefined || x === undefined || y === undefined ? undefined : [x, y];
}
