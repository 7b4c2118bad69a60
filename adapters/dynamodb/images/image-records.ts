import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { AnyImageId, ImageId, TemporaryImageId } from '../../../core/images/ids.ts';
import type { Image, TemporaryImage } from '../../../core/images/image-states.ts';
import { isWritten } from '../client/conditional-write.ts';
import { getBatch } from '../client/get-batch.ts';
import { withRetry } from '../client/retry.ts';
import { imageOfItem, recordKey, temporaryOfItem } from './image-rows.ts';

/** Reads and single writes of images' records. */
export interface DynamoRecords {
  readonly table: string;
  /** The item, undefined if it doesn't exist. */
  item(id: AnyImageId): Promise<Record<string, unknown> | undefined>;
  image(id: ImageId): Promise<Image | undefined>;
  /** The existing ones of at most 100. */
  images(ids: readonly ImageId[]): Promise<ReadonlyMap<ImageId, Image>>;
  temporary(id: TemporaryImageId): Promise<TemporaryImage | undefined>;
  /** Writes under a condition; false if that failed. */
  update(id: AnyImageId, change: RecordChange): Promise<boolean>;
}

export type RecordChange = Pick<
  UpdateCommandInput,
  | 'UpdateExpression'
  | 'ConditionExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
>;

/** The records of a table, read consistently, because decisions depend on them. */
export function createDynamoRecords(client: DynamoDBDocumentClient, table: string): DynamoRecords {
  const item: DynamoRecords['item'] = async (id) => {
    const command = new GetCommand({
      TableName: table,
      Key: recordKey(id),
      ConsistentRead: true,
    });
    return (await withRetry(() => client.send(command))).Item;
  };
  return {
    table,
    item,
    image: async (id) => {
      const found = await item(id);
      return found && imageOfItem(found);
    },
    images: async (ids) => {
      const found = (await getBatch(client, table, ids.map(recordKey))).map(imageOfItem);
      return new Map(found.map((image) => [image.imageId, image]));
    },
    temporary: async (id) => {
      const found = await item(id);
      return found && temporaryOfItem(found);
    },
    update: async (id, change) => {
      const command = new UpdateCommand({ TableName: table, Key: recordKey(id), ...change });
      return isWritten(() => client.send(command));
    },
  };
}
