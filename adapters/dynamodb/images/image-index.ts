import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { IndexedList } from '../../../core/images/search/image-search.ts';
import type { ImageIndex, SpanEnd } from '../../../core/ports/images/image-index.ts';
import { withRetry } from '../client/retry.ts';
import type { DynamoRecords } from './image-records.ts';
import { listKey, partOfPlace, positionOfEntry } from './list-entries.ts';
import { termKey } from './term-rows.ts';

function keyOf(list: IndexedList): string {
  return list.term === undefined ? listKey(list) : termKey(list.projectId, list.term);
}

const isAt = (end: SpanEnd, { createdAt, imageId }: SpanEnd) =>
  createdAt === end.createdAt && imageId === end.imageId;

/**
 * The lists by which images are searched. `BETWEEN` includes its ends, and the place of a page may
 * be an entry: so one entry more is read.
 */
export function createImageIndex(
  client: DynamoDBDocumentClient,
  records: DynamoRecords,
): ImageIndex {
  return {
    listPositions: async (list, { above, below, order }, count) => {
      const command = new QueryCommand({
        TableName: records.table,
        KeyConditionExpression: 'id = :list AND part BETWEEN :above AND :below',
        ExpressionAttributeValues: {
          ':list': keyOf(list),
          ':above': partOfPlace(above),
          ':below': partOfPlace(below),
        },
        ProjectionExpression: 'part',
        ConsistentRead: true,
        ScanIndexForward: order === 'oldest',
        Limit: count + 1,
      });
      const { Items = [] } = await withRetry(() => client.send(command));
      const positions = Items.map(positionOfEntry);
      const within = positions.filter((one) => !isAt(above, one) && !isAt(below, one));
      return within.slice(0, count);
    },
    getImagesAt: async (_, positions) => {
      const found = await records.images(positions.map(({ imageId }) => imageId));
      return positions.map(({ imageId }) => found.get(imageId));
    },
  };
}
