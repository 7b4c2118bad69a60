import { createHash } from 'node:crypto';
import type { ImageList, ImagePosition } from '../../../core/images/image-list.ts';
import type { Image } from '../../../core/images/image-states.ts';
import {
  changedPairs,
  type Metadata,
  type MetadataPair,
  pairsOf,
} from '../../../core/images/metadata.ts';
import { isPending } from '../../../core/images/review.ts';
import { type Row, readWithin, text } from '../../rows/columns.ts';
import { imageId } from '../../rows/image-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import type { Write } from '../client/transactional-write.ts';

/**
 * Lists of images are items that consist of a key: the list, and the image's place in it. They are
 * written in the transaction that changes the image, so a consistent read sees them immediately. An
 * index of DynamoDB would lag.
 */
interface ListEntry {
  readonly id: string;
  readonly part: string;
}

const TIME_DIGITS = 15; // sorted as text: the years to 33658
const AFTER_ALL_DIGITS = '~';

/** The partition key of a list; a pair is hashed, so that no caller's text is in a key. */
export function listKey({ projectId, pair, review }: ImageList): string {
  if (review) return `list#${projectId}#${review}`; // no hash has so few characters
  if (!pair) return `list#${projectId}`;
  // no key has a `=` in it
  const hash = createHash('sha256').update(`${pair.key}=${pair.value}`).digest('base64url');
  return `list#${projectId}#${hash}`;
}

/** The sort key of a place in a list. */
export function partOfPlace({
  createdAt,
  imageId,
}: Pick<Image, 'createdAt'> & { readonly imageId: string }) {
  return `${String(createdAt).padStart(TIME_DIGITS, '0')}#${imageId}`;
}

/** A sort key above all entries after the position. */
export function partOfPosition(position: ImagePosition | null): string {
  return position ? partOfPlace(position) : AFTER_ALL_DIGITS;
}

const readPart = dynamoItem('images', { part: text });

/** The position in an entry's sort key. */
export function positionOfEntry(entry: Row): ImagePosition {
  const [time = '', id] = readPart(entry).part.split('#');
  return { createdAt: Number(time), imageId: readWithin('images.part', () => imageId(id)) };
}

function entryOf(image: Image, pair: MetadataPair | null): ListEntry {
  return { id: listKey({ projectId: image.projectId, pair }), part: partOfPosition(image) };
}

/** The entry of an image among those of its project that wait for a decision. */
export function pendingEntry(image: Image): ListEntry {
  const { projectId } = image;
  const list = listKey({ projectId, pair: null, review: 'pending' });
  return { id: list, part: partOfPosition(image) };
}

const put = (TableName: string, Item: ListEntry): Write => ({ Put: { TableName, Item } });
/** Removes an entry of a list. */
export const remove = (TableName: string, Key: ListEntry): Write => ({
  Delete: { TableName, Key },
});

/** The entries of an image: of its project, of its pairs, and of the images in review. */
export function listEntries(image: Image): ListEntry[] {
  const entries = [null, ...pairsOf(image.metadata)].map((pair) => entryOf(image, pair));
  return isPending(image) ? [...entries, pendingEntry(image)] : entries;
}

/** Adds a new image to all its lists. */
export function addToLists(table: string, image: Image): Write[] {
  return listEntries(image).map((entry) => put(table, entry));
}

/** Removes an image from all its lists. */
export function removeFromLists(table: string, image: Image): Write[] {
  return listEntries(image).map((entry) => remove(table, entry));
}

/** Removes an image from the lists of lost pairs, and adds it to those of new ones. */
export function changeLists(table: string, image: Image, after: Metadata): Write[] {
  const { dropped, added } = changedPairs(image.metadata, after);
  return [
    ...dropped.map((pair) => remove(table, entryOf(image, pair))),
    ...added.map((pair) => put(table, entryOf(image, pair))),
  ];
}
