import { createHash } from 'node:crypto';
import { type ImageId, isImageId } from './ids.ts';
import type { Image } from './image-states.ts';
import type { MetadataPair } from './metadata.ts';

/** Where an image stands among those of its project: newest first, those of one millisecond by id, downwards. It never changes. */
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
  /** Fewer than the limit, though there are more, where one was deleted or lost its pair while the page was read. */
  readonly images: readonly Image[];
  /** What to go on from; null: there is nothing more. */
  readonly next: ImagePosition | null;
}

function positionOf({ createdAt, imageId }: ImagePosition): ImagePosition {
  return { createdAt, imageId };
}

/** The first `limit` of what was found, one more than that having been asked for, and what to go on from. */
export function pageOf<Found extends ImagePosition>(found: readonly Found[], limit: number) {
  const images = found.slice(0, limit);
  const last = images.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { images, next: hasMore ? positionOf(last) : null };
}

const FORM = /^([0-9a-z]{1,9})\.(img_[a-z2-7]{26})\.[\w-]{12}$/;
const CHECK_LENGTH = 12; // of base64url: 72 bits

/** Ties a cursor to its list. No secret: whoever makes one up is still kept to the project of the API key. */
function checkOf({ createdAt, imageId }: ImagePosition, { projectId, pair }: ImageList): string {
  const text = JSON.stringify([projectId, pair && [pair.key, pair.value], createdAt, imageId]);
  return createHash('sha256').update(text).digest('base64url').slice(0, CHECK_LENGTH);
}

function partsOf(cursor: string): RegExpExecArray | null {
  return FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
}

/** The text by which a caller asks for what follows a position of a list. */
export function encodeCursor(position: ImagePosition, list: ImageList): string {
  const { createdAt, imageId } = position;
  const text = `${createdAt.toString(36)}.${imageId}.${checkOf(position, list)}`;
  return Buffer.from(text, 'latin1').toString('base64url');
}

/** Whether a text may be a cursor, of whatever list. */
export function hasCursorForm(cursor: string): boolean {
  return partsOf(cursor) !== null;
}

/** The position that a cursor of this list names; undefined where it is broken or another list's. */
export function readCursor(cursor: string, list: ImageList): ImagePosition | undefined {
  const [, time = '', id = ''] = partsOf(cursor) ?? [];
  if (!isImageId(id)) return undefined;
  const position = { createdAt: Number.parseInt(time, 36), imageId: id as ImageId };
  return encodeCursor(position, list) === cursor ? position : undefined;
}
