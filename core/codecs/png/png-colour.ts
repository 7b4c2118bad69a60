import type { Chromaticities, Curve, Point } from '../icc/build-colour-profile.ts';
import {
  CAMERA_CURVES,
  profileOfColours,
  readCurve,
  readPrimaries,
  refuseHdr,
  SRGB_PRIMARIES,
} from '../icc/colour-codes.ts';
import { isShownOtherwise, showAsBrowsers } from '../icc/show-as-browsers.ts';
import { embedded, ofCodes, type StatedProfile } from '../icc/stated-profile.ts';
import { checkPartCount, readByte, readUint32Be } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import { deflatePngProfile, inflatePngProfile } from './png-profile.ts';
import { buildPngChunk, FIRST_CHUNK, type PngChunk, readPngChunk } from './read-png-chunk.ts';
import { readPngImageHeader } from './read-png-image-header.ts';

/** The data of the chunks that state colours, by their names. */
export type PngColourChunks = ReadonlyMap<string, Uint8Array>;

/** THE chunks that state colours; the first that is usable wins (PNG third edition, 4.3). */
const COLOUR_CHUNKS = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'];
const HUNDRED_THOUSAND = 100_000;
const USUAL_GAMMA = 45_455;
/** A gamma alone that is so near to the usual one means sRGB, as libpng has it. */
const NEAR = 0.05;

/** The profile that a file is opened with: the one in it, one of its numbers, or none for sRGB. */
type Stated = { readonly own: Uint8Array } | { readonly profile: Uint8Array | undefined };

/** The colours of `cICP`; undefined unless Chromium shows them: RGB, full range, known codes. */
function readCodes(data: Uint8Array | undefined) {
  if (data?.length !== 4) return undefined;
  const [primaries, transfer, matrix, range] = [0, 1, 2, 3].map((at) => readByte(data, at));
  const points = readPrimaries(primaries ?? 0);
  const curve = readCurve(transfer ?? 0, CAMERA_CURVES.png);
  return matrix === 0 && range === 1 && points && curve ? { points, curve } : undefined;
}

/** Throws an ImageFileFault for PQ and HLG. */
export function refusePngInHdr(chunks: PngColourChunks): void {
  const data = chunks.get('cICP');
  if (data) refuseHdr({ primaries: readByte(data, 0), transfer: readByte(data, 1) });
}

function readPoints(data: Uint8Array): Chromaticities {
  const number = (at: number) => readUint32Be(data, 4 * at) / HUNDRED_THOUSAND;
  const point = (at: number): Point => [number(2 * at), number(2 * at + 1)];
  return { white: point(0), red: point(1), green: point(2), blue: point(3) };
}

/** A chromaticity without a gamma is ignored, and a gamma of zero, as Chromium does. */
function profileOfNumbers(chunks: PngColourChunks, isGrey: boolean): Uint8Array | undefined {
  const data = chunks.get('gAMA');
  const gamma = data?.length === 4 ? readUint32Be(data, 0) : 0;
  if (gamma === 0) return undefined;
  const stated = chunks.get('cHRM');
  if (!stated && Math.abs(gamma / USUAL_GAMMA - 1) <= NEAR) return undefined;
  const curve: Curve = [HUNDRED_THOUSAND / gamma];
  const points = stated?.length === 32 ? readPoints(stated) : SRGB_PRIMARIES;
  // impossible ones make the gamma void, of grey too
  const coloured = profileOfColours(points, curve);
  return coloured && isGrey ? profileOfColours(points, curve, true) : coloured;
}

/** Of four rendering intents; browsers ignore a chunk with any other number. */
const isIntent = (data: Uint8Array | undefined) => data?.length === 1 && readByte(data, 0) <= 3;

function readStated(chunks: PngColourChunks, isGrey: boolean): Stated {
  const codes = readCodes(chunks.get('cICP'));
  if (codes) return { profile: profileOfColours(codes.points, codes.curve, isGrey) };
  const own = chunks.get('iCCP');
  if (own) return { own };
  if (isIntent(chunks.get('sRGB'))) return { profile: undefined };
  return { profile: profileOfNumbers(chunks, isGrey) };
}

/** The profile to put in place of the chunks; `undefined` if libvips reads them as browsers do. */
function replacementOf(chunks: PngColourChunks, isGrey: boolean) {
  const stated = readStated(chunks, isGrey);
  if (!('own' in stated)) {
    return stated.profile || chunks.has('iCCP') ? { profile: stated.profile } : undefined;
  }
  const profile = inflatePngProfile(stated.own);
  if (!profile || !isShownOtherwise(profile)) return undefined;
  const copy = Uint8Array.from(profile);
  showAsBrowsers(copy);
  return { profile: copy };
}

/** A PNG as libvips shows it in the colours that browsers see. */
export interface OpenedPng {
  readonly bytes: Uint8Array;
  readonly isGrey: boolean;
  readonly isDeep: boolean;
  readonly hasProfile: boolean;
}

function listPreamble(bytes: Uint8Array): PngChunk[] {
  const chunks: PngChunk[] = [];
  let chunk = readPngChunk(bytes, FIRST_CHUNK);
  for (; chunk.type !== 'IDAT'; chunk = readPngChunk(bytes, chunk.end)) {
    chunks.push(chunk);
    checkPartCount(chunks.length);
  }
  return [...chunks, chunk];
}

/** The header of a PNG up to its pixels, and its colours. */
function readPreamble(bytes: Uint8Array) {
  const chunks = listPreamble(bytes);
  const dataOf = (chunk: PngChunk) => bytes.subarray(chunk.dataStart, chunk.dataEnd);
  const [first] = chunks;
  const { colourType, bitDepth } = readPngImageHeader(first ? dataOf(first) : bytes);
  const stated = chunks.filter(({ type }) => COLOUR_CHUNKS.includes(type));
  // of two with one name, the first counts
  const found = new Map(stated.toReversed().map((chunk) => [chunk.type, dataOf(chunk)]));
  return { chunks, stated, found, isGrey: colourType === 0 || colourType === 4, bitDepth };
}

/** The colours of the chunk that counts. An ImageFileFault if the PNG can't be walked. */
export function readPngProfile(bytes: Uint8Array): StatedProfile | undefined {
  const { found, isGrey } = readPreamble(bytes);
  const stated = readStated(found, isGrey);
  if (!('own' in stated)) return ofCodes(stated.profile);
  return embedded(inflatePngProfile(stated.own) ?? new Uint8Array(0));
}

/**
 * Opens a stored PNG's colours. Its chunks are replaced by one profile where libvips would read
 * them otherwise than browsers; the pixels' chunks stay. An ImageFileFault if it can't be walked.
 */
export function openPngColour(bytes: Uint8Array): OpenedPng {
  const { chunks, stated, found, isGrey, bitDepth } = readPreamble(bytes);
  const replacement = replacementOf(found, isGrey);
  const facts = { isGrey, isDeep: bitDepth === 16 };
  if (!replacement) return { ...facts, bytes, hasProfile: found.has('iCCP') };
  const { profile } = replacement;
  const kept = chunks.filter((chunk) => !stated.includes(chunk));
  const [header, ...others] = kept.map(({ start, end }) => bytes.subarray(start, end));
  const last = chunks.at(-1)?.end ?? 0;
  const parts = [
    bytes.subarray(0, FIRST_CHUNK),
    ...(header ? [header] : []),
    ...(profile ? [buildProfileChunk(profile)] : []),
    ...others,
    bytes.subarray(last),
  ];
  return { ...facts, bytes: joinBytes(parts), hasProfile: profile !== undefined };
}

/** An `iCCP` chunk with a fixed name. */
export function buildProfileChunk(profile: Uint8Array): Uint8Array {
  return buildPngChunk('iCCP', deflatePngProfile(profile));
}
