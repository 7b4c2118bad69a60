import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type ImageListQuery, pageOf } from '../../../core/images/image-list.ts';
import type { Image } from '../../../core/images/image-states.ts';
import { hasPair } from '../../../core/images/metadata.ts';
import { isPending } from '../../../core/images/review.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { withRetry } from '../client/retry.ts';
import type { DynamoRecords } from './image-records.ts';
import { listKey, partOfPosition, positionOfEntry } from './list-entries.ts';

async function readEntries(client: DynamoDBDocumentClient, table: string, query: ImageListQuery) {
  const command = new QueryCommand({
    TableName: table,
    KeyConditionExpression: 'id = :list AND part < :before',
    ExpressionAttributeValues: {
      ':list': listKey(query),
      ':before': partOfPosition(query.before),
    },
    ProjectionExpression: 'part',
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: query.limit + 1,
  });
  const { Items = [] } = await withRetry(() => client.send(command));
  return Items.map(positionOfEntry);
}

function isListed(image: Image | undefined, { pair, review }: ImageListQuery): image is Image {
  if (image?.state !== 'saved' || (review && !isPending(image))) return false;
  return pair === null || hasPair(image.metadata, pair);
}

/**
 * Pages of saved images: one query of a list's entries, then the named records, which may have
 * changed in between.
 */
export function createListImages(
  client: DynamoDBDocumentClient,
  records: DynamoRecords,
): ImageStore['listImages'] {
  return async (query) => {
    const { images, next } = pageOf(await readEntries(client, records.table, query), query.limit);
    const found = await records.images(images.map(({ imageId }) => imageId));
    const listed = images.map(({ imageId }) => found.get(imageId));
    return { images: listed.filter((image) => isListed(image, query)), next };
  };
}
