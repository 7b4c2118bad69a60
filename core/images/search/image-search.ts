import { encodeListCursor, readListCursor } from '../../foundation/list-cursor.ts';
import type { UploadFormat } from '../../transform/formats.ts';
import { isImageId } from '../ids.ts';
import type { ImageList, ImagePosition } from '../image-list.ts';
import type { Image } from '../image-states.ts';
import { hasPair, type MetadataPair } from '../metadata.ts';
import { isPending } from '../review.ts';
import { type Term, termOfBytes, termOfFormat, termOfSearched, wordsOfImage } from './terms.ts';
import type { SearchWord } from './words.ts';

export type ListOrder = 'newest' | 'oldest';

/** Conditions that an image of a list meets all of. */
export interface ImageSearch {
  readonly projectId: string;
  readonly pairs: readonly MetadataPair[];
  readonly words: readonly SearchWord[];
  /** One of them; none: any. */
  readonly formats: readonly UploadFormat[];
  /** Of the stored bytes, in lower-case hex. */
  readonly sha256: string | null;
  readonly review: 'pending' | null;
  /** Saved then or later, in milliseconds of the Unix epoch. */
  readonly from: number | null;
  /** Saved before that. */
  readonly to: number | null;
  readonly order: ListOrder;
}

/** A list that an index has in the order of dates. */
export interface IndexedList extends ImageList {
  /** The images with this term; `pair` is null then, and no review is named. */
  readonly term?: Term;
}

/** Lists of the index in which every image that meets one condition is once. */
export type Source = readonly IndexedList[];

/** Whether an image meets every condition. */
export function isFound(image: Image, search: ImageSearch): boolean {
  const { pairs, formats, sha256, review, from, to } = search;
  if (image.state !== 'saved' || image.projectId !== search.projectId) return false;
  if (review && !isPending(image)) return false;
  if (formats.length > 0 && !formats.includes(image.format)) return false;
  if (sha256 !== null && image.sha256 !== sha256) return false;
  if ((from !== null && image.createdAt < from) || (to !== null && image.createdAt >= to)) {
    return false;
  }
  return pairs.every((pair) => hasPair(image.metadata, pair)) && hasWords(image, search.words);
}

function hasWords(image: Image, searched: readonly SearchWord[]): boolean {
  if (searched.length === 0) return true;
  const words = wordsOfImage(image);
  const begins = (start: string) => [...words].some((word) => word.startsWith(start));
  return searched.every(({ word, isBeginning }) => (isBeginning ? begins(word) : words.has(word)));
}

/** The plain list that a search is, whose pages are one query; undefined if it is none. */
export function plainListOf(search: ImageSearch): ImageList | undefined {
  const { projectId, pairs, words, formats, sha256, review, from, to, order } = search;
  if (words.length > 0 || formats.length > 0 || sha256 !== null) return undefined;
  if (from !== null || to !== null || order === 'oldest') return undefined;
  if (pairs.length + (review ? 1 : 0) > 1) return undefined;
  return { projectId, pair: pairs[0] ?? null, ...(review ? { review } : {}) };
}

/** The sources of a search, one a condition with rows; all images if it has none. */
export function sourcesOf(search: ImageSearch): readonly [Source, ...Source[]] {
  const { projectId, sha256, review } = search;
  const all: IndexedList = { projectId, pair: null };
  const ofTerm = (term: Term): IndexedList => ({ ...all, term });
  const [first, ...others]: Source[] = [
    ...(sha256 === null ? [] : [[ofTerm(termOfBytes(sha256))]]),
    ...search.pairs.map((pair) => [{ projectId, pair }]),
    ...search.words.flatMap((word) => {
      const term = termOfSearched(word);
      return term === undefined ? [] : [[ofTerm(term)]];
    }),
    ...(search.formats.length === 0
      ? []
      : [search.formats.map((format) => ofTerm(termOfFormat(format)))]),
    ...(review ? [[{ ...all, review }]] : []),
  ];
  return first ? [first, ...others] : [[all]];
}

const nameOf = ({ projectId, ...conditions }: ImageSearch) => [
  projectId,
  'search',
  JSON.stringify(conditions),
];

/** The cursor text of a position, from which a caller continues a search. */
export function encodeSearchCursor(position: ImagePosition, search: ImageSearch): string {
  return encodeListCursor({ at: position.createdAt, id: position.imageId }, nameOf(search));
}

/** The position that a cursor of this search names; undefined if it is broken or of another. */
export function readSearchCursor(cursor: string, search: ImageSearch): ImagePosition | undefined {
  const { at, id = '' } = readListCursor(cursor, nameOf(search)) ?? {};
  return at !== undefined && isImageId(id) ? { createdAt: at, imageId: id } : undefined;
}
