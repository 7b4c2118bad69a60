import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { TermIndex } from '../../../core/ports/images/term-index.ts';
import { fields, json, text } from '../../rows/columns.ts';
import { withRetry } from '../client/retry.ts';
import type { DynamoRecords } from './image-records.ts';
import { createDynamoTermRows, type IndexedImage, indexedImageOfItem } from './term-rows.ts';

/** Items that one step reads; an image has one record, and an entry of each of its lists. */
const ITEMS_A_STEP = 500;
/** Images that are read together, as many as a batch takes. */
const GROUP = 100;

const readCursor = json(fields({ id: text, part: text }));
const decode = (cursor: string) => readCursor(Buffer.from(cursor, 'base64url').toString());
const encode = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');

/**
 * The index of a stack. The table is read as a whole, so the caller needs `dynamodb:Scan`; no
 * function has it.
 */
export function createDynamoTermIndex(
  client: DynamoDBDocumentClient,
  records: DynamoRecords,
): TermIndex {
  const rows = createDynamoTermRows(client, records.table);
  /** Writes the terms, and then takes away those that a change dropped meanwhile. */
  const index = async (images: readonly IndexedImage[]) => {
    await rows.change(images.map((after) => ({ before: undefined, after })));
    const now = await records.images(images.map(({ imageId }) => imageId));
    await rows.change(images.map((before) => ({ before, after: now.get(before.imageId) })));
  };
  return {
    async indexStep(cursor) {
      const command = new ScanCommand({
        TableName: records.table,
        ConsistentRead: true,
        Limit: ITEMS_A_STEP,
        FilterExpression: 'part = :record AND #state = :saved',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':record': 'record', ':saved': 'saved' },
        ...(cursor === null ? {} : { ExclusiveStartKey: decode(cursor) }),
      });
      const { Items = [], LastEvaluatedKey } = await withRetry(() => client.send(command));
      const found = Items.map(indexedImageOfItem); // no temporary image has the state `saved`
      for (let at = 0; at < found.length; at += GROUP) await index(found.slice(at, at + GROUP));
      return { images: found.length, cursor: LastEvaluatedKey ? encode(LastEvaluatedKey) : null };
    },
  };
}
