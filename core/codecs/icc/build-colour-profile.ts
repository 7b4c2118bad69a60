import { textBytes, uint32Be } from '../write-bytes.ts';
import { buildIccProfile, type IccTag } from './build-icc-profile.ts';

/** CIE 1931 coordinates of the white and of the primaries, x before y. */
export interface Chromaticities {
  readonly white: Point;
  readonly red: Point;
  readonly green: Point;
  readonly blue: Point;
}
export type Point = readonly [x: number, y: number];

/**
 * The parameters of a curve from coded values to light, as `para` has them (ICC.1:2022, 10.18).
 * Two follow the exponent of a scaled power, and four if the curve begins with a straight part.
 */
export type Curve =
  | readonly [exponent: number]
  | readonly [exponent: number, scale: number, offset: number]
  | readonly [exponent: number, scale: number, offset: number, slope: number, until: number];

type Vector = readonly [number, number, number];
/** Its columns. */
type Matrix = readonly [Vector, Vector, Vector];

const ONE = 65_536;
const MAX_NUMBER = 32_767;
/** The white of the connection space (ICC.1:2022, 7.2.16). */
const D50: Vector = [0.9642, 1, 0.8249];
/** From XYZ to the cones' responses (ICC.1:2022, annex E.3). */
const BRADFORD: Matrix = [
  [0.8951, -0.7502, 0.0389],
  [0.2664, 1.7135, -0.0685],
  [-0.1614, 0.0367, 1.0296],
];
/** The types of `para` by their number of parameters. */
const KINDS: Readonly<Record<Curve['length'], number>> = { 1: 0, 3: 1, 5: 3 };

function fixed(values: readonly number[]): number[] {
  return values.flatMap((value) => {
    const bounded = Math.max(-MAX_NUMBER, Math.min(MAX_NUMBER, value));
    return uint32Be(Math.round(bounded * ONE) >>> 0);
  });
}

function tag(name: string, type: string, content: readonly number[]): IccTag {
  return { name, data: Uint8Array.from([...textBytes(type), 0, 0, 0, 0, ...content]) };
}

const point = (name: string, xyz: Vector) => tag(name, 'XYZ ', fixed(xyz));
const curveTag = (name: string, curve: Curve) =>
  tag(name, 'para', [0, KINDS[curve.length], 0, 0, ...fixed(curve)]);

/** Version 4, for a monitor, from these colours to XYZ (ICC.1:2022, 7.2). */
function headOf(colourSpace: 'RGB ' | 'GRAY'): Uint8Array {
  const head = new Uint8Array(128);
  head[8] = 4;
  head.set(textBytes(`mntr${colourSpace}XYZ `), 12);
  return head;
}

function times([a, b, c]: Matrix, [x, y, z]: Vector): Vector {
  const row = (at: 0 | 1 | 2) => a[at] * x + b[at] * y + c[at] * z;
  return [row(0), row(1), row(2)];
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

function dot([a, b, c]: Vector, [x, y, z]: Vector): number {
  return a * x + b * y + c * z;
}

/** The weights of the columns whose sum is the vector; undefined if they lie in one plane. */
function solve([a, b, c]: Matrix, vector: Vector): Vector | undefined {
  const volume = dot(a, cross(b, c));
  if (Math.abs(volume) < 1e-9) return undefined;
  const weight = (normal: Vector) => dot(normal, vector) / volume;
  return [weight(cross(b, c)), weight(cross(c, a)), weight(cross(a, b))];
}

function scaled([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor];
}

const direction = ([x, y]: Point): Vector => [x, y, 1 - x - y];

/** Colours under a white, as they are under D50 by the Bradford transform. */
function adapted(columns: Matrix, white: Vector): Matrix | undefined {
  const [from, to] = [times(BRADFORD, white), times(BRADFORD, D50)];
  const moved = columns.map((column) => {
    const [a, b, c] = times(BRADFORD, column);
    return solve(BRADFORD, [(a * to[0]) / from[0], (b * to[1]) / from[1], (c * to[2]) / from[2]]);
  });
  const [red, green, blue] = moved;
  const isBounded = moved.every((one) => one?.every((value) => Math.abs(value) < MAX_NUMBER));
  return red && green && blue && isBounded ? [red, green, blue] : undefined;
}

/**
 * A profile of three colours with these primaries and one curve. Undefined if the primaries can't
 * make the white, or if a coordinate lies outside of 0 to 1.
 */
export function buildColourProfile(points: Chromaticities, curve: Curve): Uint8Array | undefined {
  const { white, red, green, blue } = points;
  const all = [white, red, green, blue].flat();
  if (all.some((value) => value < 0 || value > 1) || white[1] === 0) return undefined;
  const whiteXyz = scaled(direction(white), 1 / white[1]);
  const primaries: Matrix = [direction(red), direction(green), direction(blue)];
  const weights = solve(primaries, whiteXyz);
  if (!weights) return undefined;
  const weighted: Matrix = [
    scaled(primaries[0], weights[0]),
    scaled(primaries[1], weights[1]),
    scaled(primaries[2], weights[2]),
  ];
  const columns = adapted(weighted, whiteXyz);
  if (!columns) return undefined;
  return buildIccProfile(headOf('RGB '), [
    point('wtpt', D50),
    point('rXYZ', columns[0]),
    point('gXYZ', columns[1]),
    point('bXYZ', columns[2]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name) => curveTag(name, curve)),
  ]);
}

/** A profile of grey with this curve. */
export function buildGreyProfile(curve: Curve): Uint8Array {
  return buildIccProfile(headOf('GRAY'), [point('wtpt', D50), curveTag('kTRC', curve)]);
}
