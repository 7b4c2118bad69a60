import { readOrientation } from '../exif-orientation.ts';
import { rebuildIccProfile } from '../icc/rebuild-icc-profile.ts';
import { readByte, readUint32Be } from '../read-bytes.ts';
import { deflatePngProfile, inflatePngProfile } from './png-profile.ts';
import type { PngColourType, PngImageHeader } from './read-png-image-header.ts';

/**
 * An iCCP chunk's data with a fixed name, or undefined where no profile of at most 1 MB comes
 * out.
 */
function rebuildPngProfile(data: Uint8Array, colourType: PngColourType): Uint8Array | undefined {
  const inflated = inflatePngProfile(data);
  const isGrey = colourType === 0 || colourType === 4;
  const profile = inflated && rebuildIccProfile(inflated, isGrey ? 'GRAY' : 'RGB ');
  return profile && deflatePngProfile(profile);
}

/** The kept chunks between the image header and the pixels; the colour chunks in file order. */
export interface PngAncillaryData {
  readonly colour: Map<string, Uint8Array>;
  /**
   * Whether a colour profile occurred: a second one is ignored, because each broken one costs an
   * inflation.
   */
  hasSeenProfile: boolean;
  /** Whether chromaticities were impossible: browsers ignore the gamma beside them, too. */
  hasVoidGamma: boolean;
  /** Of any colour type, where it may be a suggestion alone. */
  hasSeenPalette: boolean;
  palette: Uint8Array | undefined;
  transparency: Uint8Array | undefined;
  orientation: number | undefined;
}

const FIXED_LENGTHS: Record<string, number> = { gAMA: 4, cHRM: 32, sRGB: 1, cICP: 4 };
// in 100,000ths (PNG third edition, 11.3.2): a coordinate of 1, which libpng has as its bound too,
// and a gamma of 100
const MAX_NUMBERS: Record<string, number> = { cHRM: 100_000, gAMA: 10_000_000 };
/** A white without light is none. */
const WHITE_Y_AT = 4;
const SIGNIFICANT_BITS_LENGTHS: Record<PngColourType, number> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
/** One colour that is transparent, in grey and in truecolour. */
const COLOUR_BYTES: Partial<Record<PngColourType, number>> = { 0: 2, 2: 6 };
const KEPT = new Set([...Object.keys(FIXED_LENGTHS), 'sBIT', 'iCCP', 'tRNS', 'eXIf']);

/** Browsers take the other ones behind the palette, too. */
const BEFORE_PALETTE = ['cICP', 'sBIT'];

/** Nothing seen yet. */
export function noAncillaryData(): PngAncillaryData {
  return {
    colour: new Map(),
    hasSeenProfile: false,
    hasVoidGamma: false,
    hasSeenPalette: false,
    palette: undefined,
    transparency: undefined,
    orientation: undefined,
  };
}

/** Whether a chunk of this name is kept in any form. */
export function isKeptAncillary(type: string): boolean {
  return KEPT.has(type);
}

/**
 * Keeps a chunk; one in the wrong place, a second one or one of a wrong length is skipped, as
 * libpng does.
 */
export function collectAncillary(
  kept: PngAncillaryData,
  header: PngImageHeader,
  type: string,
  data: Uint8Array,
): void {
  if (type === 'eXIf') kept.orientation ??= readOrientation(data);
  else if (type === 'tRNS') collectTransparency(kept, header, data);
  else if (!kept.colour.has(type) && !(kept.hasSeenPalette && BEFORE_PALETTE.includes(type))) {
    collectColour(kept, header, type, data);
  }
}

function collectColour(
  kept: PngAncillaryData,
  header: PngImageHeader,
  type: string,
  data: Uint8Array,
): void {
  if (type === 'iCCP') {
    if (kept.hasSeenProfile) return;
    kept.hasSeenProfile = true;
    const rebuilt = rebuildPngProfile(data, header.colourType);
    if (rebuilt) kept.colour.set(type, rebuilt);
    return;
  }
  const length = FIXED_LENGTHS[type] ?? SIGNIFICANT_BITS_LENGTHS[header.colourType];
  if (data.length !== length) return;
  if (isPossible(type, data)) kept.colour.set(type, data);
  else if (type === 'cHRM') kept.hasVoidGamma = true;
}

/** Whether gamma or chromaticities are plausible for a screen; other numbers could be text. */
function isPossible(type: string, data: Uint8Array): boolean {
  if (type === 'cICP') return isPossibleCodes(data);
  const maximum = MAX_NUMBERS[type];
  if (maximum === undefined) return true;
  for (let at = 0; at < data.length; at += 4) {
    if (readUint32Be(data, at) > maximum) return false;
  }
  return type !== 'cHRM' || readUint32Be(data, WHITE_Y_AT) > 0;
}

/** A matrix, or a range of neither kind: browsers show nothing of a file with such codes. */
function isPossibleCodes(codes: Uint8Array): boolean {
  return readByte(codes, 2) === 0 && readByte(codes, 3) <= 1;
}

function collectTransparency(
  kept: PngAncillaryData,
  header: PngImageHeader,
  data: Uint8Array,
): void {
  const length = transparencyBytes(kept, header, data);
  if (!kept.transparency && length > 0) kept.transparency = data.subarray(0, length);
}

/**
 * The number of its bytes with a meaning: browsers ignore any others. 0 if some are missing, or for
 * a grey that no pixel can have: browsers compare its lower byte, and libpng fewer bits.
 */
function transparencyBytes(
  { palette }: PngAncillaryData,
  { colourType, bitDepth }: PngImageHeader,
  data: Uint8Array,
): number {
  if (colourType === 3) return Math.min(data.length, (palette?.length ?? 0) / 3);
  const due = COLOUR_BYTES[colourType];
  if (due === undefined || data.length < due) return 0;
  return colourType === 0 && readByte(data, 1) >= 1 << bitDepth ? 0 : due;
}
