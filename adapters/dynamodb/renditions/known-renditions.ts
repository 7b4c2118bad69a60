import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type AnyImageId, isImageId } from '../../../core/images/ids.ts';
import type { RenditionClaim } from '../../../core/ports/images/rendition-store.ts';
import { IMAGE, TEMPORARY_IMAGE } from '../../rows/image-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import type { ImageTables } from '../client/usage.ts';
import type { DynamoRecords } from '../images/image-records.ts';
import { temporaryEnd } from '../images/image-rows.ts';
import { type ImageRow, imageRowKey, imageRowOfItem } from './image-row.ts';
import { formerRowKey, type RenditionRow, renditionRowKey, rowOfItem } from './rendition-rows.ts';

const { state: imageState, generation } = IMAGE;
const { state: temporaryState, expiresAt } = TEMPORARY_IMAGE;
const readImage = dynamoItem('images', { state: imageState, generation });
const readTemporary = dynamoItem('images', { state: temporaryState, expiresAt });

/** For a picture whose end by the clock doesn't matter. */
export const ANY_TIME = 0;

/** What a claim asks of a picture's record, which renderers only read. */
export interface LiveImage {
  readonly isLive: boolean;
  /** The image's; 0 for a temporary picture. */
  readonly generation: number;
  /** When records of a temporary picture's renditions may go, in seconds of the Unix epoch. */
  readonly endsAt: number | undefined;
}

/** Reads the answer out of a picture's item. */
export function liveImageOf(
  id: AnyImageId,
  item: Record<string, unknown> | undefined,
  now: number,
): LiveImage {
  if (!item) return { isLive: false, generation: 0, endsAt: undefined };
  if (isImageId(id)) {
    const { state, generation } = readImage(item);
    return { isLive: state === 'saved', generation, endsAt: undefined };
  }
  const { state, expiresAt } = readTemporary(item);
  const isLive = state === 'temporary' && expiresAt > now;
  // not the record's own end, which a save takes away
  return { isLive, generation: 0, endsAt: temporaryEnd(expiresAt) };
}

/** What the parts of the store share. */
export interface Parts {
  readonly client: DynamoDBDocumentClient;
  readonly tables: ImageTables;
  readonly records: DynamoRecords;
}

/** All that is known of a rendition and its picture. */
export interface Known {
  readonly row: RenditionRow | undefined;
  readonly notes: ImageRow;
  readonly picture: LiveImage;
}

async function readItem({ client, tables }: Parts, Key: { id: string; part: string }) {
  const command = new GetCommand({ TableName: tables.images, Key, ConsistentRead: true });
  return (await withRetry(() => client.send(command))).Item;
}

/** A rendition's record, where it stands under the picture's own key still that. */
export async function readRow(
  parts: Parts,
  id: AnyImageId,
  key: string,
): Promise<RenditionRow | undefined> {
  const row = rowOfItem(await readItem(parts, renditionRowKey(id, key)));
  if (row) return row;
  const former = rowOfItem(await readItem(parts, formerRowKey(id, key)));
  return former && { ...former, isFormer: true };
}

/** All of it, read consistently. */
export async function readKnown(parts: Parts, claim: RenditionClaim): Promise<Known> {
  const { imageId, renditionKey, now } = claim;
  const [row, notes = {}, item] = await Promise.all([
    readRow(parts, imageId, renditionKey),
    readItem(parts, imageRowKey(imageId)),
    parts.records.item(imageId),
  ]);
  return { row, notes: imageRowOfItem(notes), picture: liveImageOf(imageId, item, now) };
}
