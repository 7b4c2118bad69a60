import { encodeListCursor, readListCursor } from '../foundation/list-cursor.ts';
import { isImageId } from './ids.ts';
import type { Image } from './image-states.ts';
import type { MetadataPair } from './metadata.ts';

/**
 * The position of an image in its project's list: newest first, and by descending id within a
 * millisecond. It never changes.
 */
export type ImagePosition = Pick<Image, 'createdAt' | 'imageId'>;

/** The list: all saved images of a project, those with one pair of metadata, or those in review. */
export interface ImageList {
  readonly projectId: string;
  readonly pair: MetadataPair | null;
  /** The images that wait for a decision; `pair` is null then. */
  readonly review?: 'pending' | undefined;
}

export interface ImageListQuery extends ImageList {
  readonly limit: number;
  /** The position to continue after; null starts with the newest. */
  readonly before: ImagePosition | null;
}

export interface ImagePage {
  /**
   * Fewer than the limit, though there are more, if one was deleted or lost its pair while the page
   * was read.
   */
  readonly images: readonly Image[];
  /** The position of the next page; null at the end. */
  readonly next: ImagePosition | null;
}

function positionOf({ createdAt, imageId }: ImagePosition): ImagePosition {
  return { createdAt, imageId };
}

/**
 * The first `limit` of the found images, of which one more was requested, and the position of the
 * next page.
 */
export function pageOf<Found extends ImagePosition>(found: readonly Found[], limit: number) {
  const images = found.slice(0, limit);
  const last = images.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { images, next: hasMore ? positionOf(last) : null };
}

const nameOf = ({ projectId, pair, review }: ImageList) => [
  projectId,
  review ?? (pair && [pair.key, pair.value]),
];

/** The cursor text of a position, from which a caller continues a list. */
export function encodeCursor({ createdAt, imageId }: ImagePosition, list: ImageList): string {
  return encodeListCursor({ at: createdAt, id: imageId }, nameOf(list));
}

/** The position that a cursor of this list names; undefined if it is broken or of another list. */
export function readCursor(cursor: string, list: ImageList): ImagePosition | undefined {
  const { at, id = '' } = readListCursor(cursor, nameOf(list)) ?? {};
  return at !== undefined && isImageId(id) ? { createdAt: at, imageId: id } : undefined;
}
