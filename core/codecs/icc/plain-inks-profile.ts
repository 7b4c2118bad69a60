import { textBytes, uint16Be, uint32Be } from '../write-bytes.ts';
import { buildIccProfile } from './build-icc-profile.ts';
import { SRGB_CURVE } from './colour-codes.ts';

const ONE = 65_536;
/** Light of 1 in the encoding of XYZ (ICC.1:2022, 6.3.4.2). */
const XYZ_ONE = 32_768 / 65_535;
const HIGHEST = 65_535;
/** Of cyan, magenta, yellow and black. For cyan alone two points are exact. */
const POINTS = [2, 17, 17, 17] as const;
/** sRGB to XYZ under D50, row by row, and no offset. */
const MATRIX = [0.43607, 0.38515, 0.14307, 0.22249, 0.71687, 0.06061, 0.01392, 0.09708, 0.7141].map(
  (value) => value * XYZ_ONE,
);
const HEAD_BYTES = 32;
const IDENTITY = [...textBytes('curv'), 0, 0, 0, 0, 0, 0, 0, 0];

const fixed = (values: readonly number[]) =>
  values.flatMap((value) => uint32Be(Math.round(value * ONE) >>> 0));

/** The light that inks let through: each takes its part of one colour, and black of all. */
function gridOf(): Uint8Array {
  const [cyans, magentas, yellows, blacks] = POINTS;
  const data = new Uint8Array(cyans * magentas * yellows * blacks * 3 * 2);
  const share = (ink: number, points: number) => 1 - ink / (points - 1);
  let at = 0;
  for (let c = 0; c < cyans; c += 1) {
    for (let m = 0; m < magentas; m += 1) {
      for (let y = 0; y < yellows; y += 1) {
        for (let k = 0; k < blacks; k += 1) {
          const white = share(k, blacks) * HIGHEST;
          for (const part of [share(c, cyans), share(m, magentas), share(y, yellows)]) {
            data.set(uint16Be(Math.round(part * white)), at);
            at += 2;
          }
        }
      }
    }
  }
  return data;
}

/** An `mAB ` table: inks, grid, curves of sRGB, matrix (ICC.1:2022, 10.12). */
function tableOf(): Uint8Array {
  const curve = [...textBytes('para'), 0, 0, 0, 0, 0, 3, 0, 0, ...fixed(SRGB_CURVE)];
  const grid = [...POINTS, ...new Array<number>(12).fill(0), 2, 0, 0, 0];
  const parts = [
    Uint8Array.from([IDENTITY, IDENTITY, IDENTITY].flat()),
    Uint8Array.from(fixed([...MATRIX, 0, 0, 0])),
    Uint8Array.from([curve, curve, curve].flat()),
    Uint8Array.from(grid),
    gridOf(),
    Uint8Array.from([IDENTITY, IDENTITY, IDENTITY, IDENTITY].flat()),
  ];
  const starts: number[] = [];
  let end = HEAD_BYTES;
  for (const part of parts) {
    starts.push(end);
    end += part.length;
  }
  const [b = 0, matrix = 0, m = 0, table = 0, , a = 0] = starts;
  const head = [...textBytes('mAB '), 0, 0, 0, 0, 4, 3, 0, 0];
  const bytes = new Uint8Array(end);
  bytes.set([...head, ...[b, matrix, m, table, a].flatMap(uint32Be)]);
  for (const [at, part] of parts.entries()) bytes.set(part, starts[at]);
  return bytes;
}

/** Version 2, whose black isn't lifted, from inks to XYZ. */
function headOf(): Uint8Array {
  const head = new Uint8Array(128);
  head[8] = 2;
  head[67] = 1;
  head.set(textBytes('prtrCMYKXYZ '), 12);
  return head;
}

let built: Uint8Array | undefined;

/**
 * The profile of inks that have none, as browsers show them: red is (1 - cyan) (1 - black), and so
 * on. Of 60 KB; built at its first use.
 */
export function plainInksProfile(): Uint8Array {
  built ??= buildIccProfile(headOf(), [{ name: 'A2B1', data: tableOf() }]);
  return built;
}
