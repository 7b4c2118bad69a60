import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type AnyImageId, isImageId } from '../../../core/images/ids.ts';
import type { FoundRendition, RenditionClaim } from '../../../core/ports/images/rendition-store.ts';
import { IMAGE, TEMPORARY_IMAGE } from '../../rows/image-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import type { ImageTables } from '../client/usage.ts';
import type { DynamoRecords } from '../images/image-records.ts';
import { temporaryEnd } from '../images/image-rows.ts';
import { type ImageRow, imageRowKey, imageRowOfItem } from './image-row.ts';
import type { FoundCounter } from './quota-units.ts';
import { formerRowKey, type RenditionRow, renditionRowKey, rowOfItem } from './rendition-rows.ts';

const { state: imageState, generation } = IMAGE;
const { state: temporaryState, expiresAt } = TEMPORARY_IMAGE;
const readImage = dynamoItem('images', { state: imageState, generation });
const readTemporary = dynamoItem('images', { state: temporaryState, expiresAt });

/** The fields of an image's record that a claim needs; renderers only read it. */
export interface ClaimedImage {
  /**
   * Until when it may be served, milliseconds of the Unix epoch: Infinity for an image, 0 for one
   * that is gone.
   */
  readonly liveUntil: number;
  /** The image's generation; 0 for a temporary one. */
  readonly generation: number;
  /** The expiry of the records of a temporary image's renditions, in seconds of the Unix epoch. */
  readonly endsAt: number | undefined;
}

/** Reads these fields from an image's item. */
export function claimedImageOf(
  id: AnyImageId,
  item: Record<string, unknown> | undefined,
): ClaimedImage {
  if (!item) return { liveUntil: 0, generation: 0, endsAt: undefined };
  if (isImageId(id)) {
    const { state, generation } = readImage(item);
    return { liveUntil: state === 'saved' ? Infinity : 0, generation, endsAt: undefined };
  }
  const { state, expiresAt } = readTemporary(item);
  const liveUntil = state === 'temporary' ? expiresAt : 0;
  // not the record's own expiry, which a save removes
  return { liveUntil, generation: 0, endsAt: temporaryEnd(expiresAt) };
}

/** The common parts of the store. */
export interface Parts {
  readonly client: DynamoDBDocumentClient;
  readonly tables: ImageTables;
  readonly records: DynamoRecords;
}

/** The stored data of a rendition and its image. */
export interface Known {
  readonly row: RenditionRow | undefined;
  readonly notes: ImageRow;
  readonly image: ClaimedImage;
}

async function readItem({ client, tables }: Parts, Key: { id: string; part: string }) {
  const command = new GetCommand({ TableName: tables.images, Key, ConsistentRead: true });
  return (await withRetry(() => client.send(command))).Item;
}

/** A rendition's record; an older one is under the image's own key. */
export async function readRow(
  parts: Parts,
  id: AnyImageId,
  key: string,
): Promise<RenditionRow | undefined> {
  const [row, former] = await Promise.all([
    readItem(parts, renditionRowKey(id, key)),
    readItem(parts, formerRowKey(id, key)),
  ]);
  const found = rowOfItem(former);
  return rowOfItem(row) ?? (found && { ...found, isFormer: true });
}

/** All of it, read consistently. */
export async function readKnown(
  parts: Parts,
  { imageId, renditionKey }: Pick<RenditionClaim, 'imageId' | 'renditionKey'>,
): Promise<Known> {
  const [row, notes = {}, item] = await Promise.all([
    readRow(parts, imageId, renditionKey),
    readItem(parts, imageRowKey(imageId)),
    parts.records.item(imageId),
  ]);
  return { row, notes: imageRowOfItem(notes), image: claimedImageOf(imageId, item) };
}

/** The items that this store read of a rendition; undefined if it read none. */
export type Recall = (found: FoundRendition | undefined) => Recalled | undefined;

/** The same with the exact counter of the account's month. */
export interface Recalled extends Known {
  readonly counter: FoundCounter['item'];
}
