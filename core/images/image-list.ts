import { encodeListCursor, readListCursor } from '../foundation/list-cursor.ts';
import { isImageId } from './ids.ts';
import type { Image } from './image-states.ts';
import type { MetadataPair } from './metadata.ts';

/**
 * Where an image stands among those of its project: newest first, those of one millisecond by id,
 * downwards. It never changes.
 */
export type ImagePosition = Pick<Image, 'createdAt' | 'imageId'>;

/** Which list is read: all saved images of a project, or those with one pair of metadata. */
export interface ImageList {
  readonly projectId: string;
  readonly pair: MetadataPair | null;
}

export interface ImageListQuery extends ImageList {
  readonly limit: number;
  /** What follows this position; null: from the newest on. */
  readonly before: ImagePosition | null;
}

export interface ImagePage {
  /**
   * Fewer than the limit, though there are more, where one was deleted or lost its pair while the
   * page was read.
   */
  readonly images: readonly Image[];
  /** What to go on from; null: there is nothing more. */
  readonly next: ImagePosition | null;
}

function positionOf({ createdAt, imageId }: ImagePosition): ImagePosition {
  return { createdAt, imageId };
}

/**
 * The first `limit` of what was found, one more than that having been asked for, and what to go on
 * from.
 */
export function pageOf<Found extends ImagePosition>(found: readonly Found[], limit: number) {
  const images = found.slice(0, limit);
  const last = images.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { images, next: hasMore ? positionOf(last) : null };
}

const nameOf = ({ projectId, pair }: ImageList) => [projectId, pair && [pair.key, pair.value]];

/** The text by which a caller asks for what follows a position of a list. */
export function encodeCursor({ createdAt, imageId }: ImagePosition, list: ImageList): string {
  return encodeListCursor({ at: createdAt, id: imageId }, nameOf(list));
}

/**
 * The position that a cursor of this list names; undefined where it is broken or another list's.
 */
export function readCursor(cursor: string, list: ImageList): ImagePosition | undefined {
  const { at, id = '' } = readListCursor(cursor, nameOf(list)) ?? {};
  return at !== undefined && isImageId(id) ? { createdAt: at, imageId: id } : undefined;
}
