import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { AnyImageId } from '../../../core/images/ids.ts';
import type { RenditionClaim } from '../../../core/ports/images/rendition-store.ts';
import { withRetry } from '../client/retry.ts';
import type { PictureTables } from '../client/usage.ts';
import type { DynamoRecords } from '../images/image-records.ts';
import { imageRowOfItem, type PictureRow, pictureRowKey } from './image-row.ts';
import { type LivePicture, livePictureOf } from './live-image.ts';
import { formerRowKey, type RenditionRow, renditionRowKey, rowOfItem } from './rendition-rows.ts';

/** What the parts of the store share. */
export interface Parts {
  readonly client: DynamoDBDocumentClient;
  readonly tables: PictureTables;
  readonly records: DynamoRecords;
}

/** All that is known of a rendition and its picture. */
export interface Known {
  readonly row: RenditionRow | undefined;
  readonly notes: PictureRow;
  readonly picture: LivePicture;
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
    readItem(parts, pictureRowKey(imageId)),
    parts.records.item(imageId),
  ]);
  return { row, notes: imageRowOfItem(notes), picture: livePictureOf(imageId, item, now) };
}
