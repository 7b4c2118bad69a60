import { detectFormat } from '../../core/codecs/detect-format.ts';
import type { SentFormat } from '../../core/transform/formats.ts';

/** A kind of work in the processes: each has places apart (security.places-apart). */
export type ProcessPlace =
  | 'upload'
  | 'drawing'
  | 'conversion'
  | 'url-upload'
  | 'rendition'
  | 'costly-rendition';

/** The destination of a request that a thread hands over. */
export type HandOver = 'engine' | 'costly-rendition' | 'large-body';

interface Places {
  /** How many processes may do it concurrently. */
  readonly max: number;
  /** How many processes no other kind may take from it. */
  readonly kept: number;
}

/**
 * THE table of the kinds, over the processes of MAX_HOSTS. Nothing is kept for what a request can
 * make costly: it waits for its like, and for a place that nothing else needs.
 */
export const PLACES: Readonly<Record<ProcessPlace, Places>> = {
  upload: { max: 2, kept: 1 },
  drawing: { max: 1, kept: 0 },
  conversion: { max: 1, kept: 0 },
  // its format is known only when it is there
  'url-upload': { max: 1, kept: 1 },
  rendition: { max: 2, kept: 1 },
  'costly-rendition': { max: 1, kept: 0 },
};

const PLACE_OF_FORMAT: Readonly<Record<SentFormat, ProcessPlace>> = {
  jpg: 'upload',
  png: 'upload',
  webp: 'upload',
  gif: 'upload',
  bmp: 'upload',
  svg: 'drawing',
  heic: 'conversion',
  avif: 'conversion',
};

/**
 * The kind of an upload, by its first bytes, which decide the format. Bytes that are declared as
 * another format are refused before they are drawn or converted (security.bytes-decide-type).
 */
export function placeOfUpload(start: Uint8Array): ProcessPlace {
  const format = detectFormat(start);
  return format ? PLACE_OF_FORMAT[format] : 'upload';
}

/** A delivery thread leaves larger bodies to threads apart: these are longer on their way. */
export const LARGE_BODY_BYTES = 2_000_000;

/**
 * Whether one more of a kind may run beside these, in so many processes. It must stay within its
 * maximum, and leave each process free that is kept for another kind.
 */
export function hasPlace(
  place: ProcessPlace,
  running: readonly ProcessPlace[],
  processes: number,
): boolean {
  const countOf = (kind: ProcessPlace): number => running.filter((one) => one === kind).length;
  if (countOf(place) >= PLACES[place].max) return false;
  const others = (Object.keys(PLACES) as ProcessPlace[]).filter((kind) => kind !== place);
  const kept = others.map((kind) => Math.max(0, PLACES[kind].kept - countOf(kind)));
  return processes - running.length > kept.reduce((sum, count) => sum + count, 0);
}
