import { ImageFileFault } from '../image-file.ts';
import {
  buildColourProfile,
  buildGreyProfile,
  type Chromaticities,
  type Curve,
  type Point,
} from './build-colour-profile.ts';

/** The colours of coded values, by the numbers of ITU-T H.273. */
export interface ColourCodes {
  readonly primaries: number;
  readonly transfer: number;
}

const D65: Point = [0.3127, 0.329];
const C: Point = [0.31, 0.316];
const THEATRE: Point = [0.314, 0.351];
const EQUAL: Point = [1 / 3, 1 / 3];

function primariesOf(white: Point, red: Point, green: Point, blue: Point): Chromaticities {
  return { white, red, green, blue };
}

const SMPTE_170M = primariesOf(D65, [0.63, 0.34], [0.31, 0.595], [0.155, 0.07]);

/** The primaries of sRGB and of BT.709. */
export const SRGB_PRIMARIES: Chromaticities = primariesOf(
  D65,
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
);

/** H.273, 8.1, table 2. */
const PRIMARIES: Readonly<Record<number, Chromaticities>> = {
  1: SRGB_PRIMARIES,
  4: primariesOf(C, [0.67, 0.33], [0.21, 0.71], [0.14, 0.08]),
  5: primariesOf(D65, [0.64, 0.33], [0.29, 0.6], [0.15, 0.06]),
  6: SMPTE_170M,
  7: SMPTE_170M,
  8: primariesOf(C, [0.681, 0.319], [0.243, 0.692], [0.145, 0.049]),
  9: primariesOf(D65, [0.708, 0.292], [0.17, 0.797], [0.131, 0.046]),
  10: primariesOf(EQUAL, [1, 0], [0, 1], [0, 0]),
  11: primariesOf(THEATRE, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]),
  12: primariesOf(D65, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]),
  22: primariesOf(D65, [0.63, 0.34], [0.295, 0.605], [0.155, 0.077]),
};

/** The curve of IEC 61966-2-1. */
export const SRGB_CURVE: Curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

/** H.273, 8.2, table 3: the curves that browsers know, beside those of cameras below. */
const CURVES: Readonly<Record<number, Curve>> = {
  4: [2.2],
  5: [2.8],
  7: [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 0.0912],
  8: [1],
  13: SRGB_CURVE,
  17: [2.6, (52.37 / 48) ** (1 / 2.6), 0],
};
/** The curves of BT.709, 601, IEC 61966-2-4 and BT.2020, which are one but for rounding. */
const CAMERA_TRANSFERS = [1, 6, 11, 14, 15];
const HDR_TRANSFERS = [16, 18]; // PQ and HLG

/** How browsers show a camera's curve: of AVIF as sRGB, of PNG by BT.1886 (seen in Chromium). */
export const CAMERA_CURVES = { avif: SRGB_CURVE, png: [2.4] } as const satisfies Record<
  string,
  Curve
>;

/** Throws an ImageFileFault for HDR, whose pixels would look washed out. */
export function refuseHdr({ transfer }: ColourCodes): void {
  if (HDR_TRANSFERS.includes(transfer)) {
    throw new ImageFileFault('The image is in HDR (PQ or HLG): export it in SDR.');
  }
}

/** The primaries of a code; undefined if it names none. */
export function readPrimaries(code: number): Chromaticities | undefined {
  return PRIMARIES[code];
}

/** The curve of a code that browsers show; undefined for any other. */
export function readCurve(code: number, ofCameras: Curve): Curve | undefined {
  return CAMERA_TRANSFERS.includes(code) ? ofCameras : CURVES[code];
}

/** THE profile of primaries and a curve, of grey or of three colours; undefined for sRGB. */
export function profileOfColours(
  primaries: Chromaticities,
  curve: Curve,
  isGrey = false,
): Uint8Array | undefined {
  const isUsual = curve === SRGB_CURVE;
  if (isUsual && (isGrey || primaries === SRGB_PRIMARIES)) return undefined;
  return isGrey ? buildGreyProfile(curve) : buildColourProfile(primaries, curve);
}
