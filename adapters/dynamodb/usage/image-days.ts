import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ImageId } from '../../../core/images/ids.ts';
import {
  dayOfMonth,
  imageCountEnd,
  monthOfDay,
  monthsOf,
  reportedDays,
} from '../../../core/metering/usage-days.ts';
import type { ImageDays, UsageStore } from '../../../core/ports/projects/usage-store.ts';
import { partIn } from '../client/counter-shards.ts';
import { deleteEach } from '../client/delete-all.ts';
import { getBatch } from '../client/get-batch.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { endsAt } from '../client/usage.ts';
import { markCounted } from './bandwidth.ts';

/** The counter of an image's days in a month; it expires. */
const imageCounter = (imageId: ImageId, month: string) => `imageDays#${imageId}#${month}`;

/** The attributes of a day, `b05` and `r05`: short, so that a month has less than 1 KB. */
const attributesOf = (day: string) => ({
  bytes: `b${dayOfMonth(day)}`,
  requests: `r${dayOfMonth(day)}`,
});

/** Adds to each day of an image and a month by one write. */
function addDays(table: string, { imageId, month, days }: ImageDays, now: number): Write {
  const counts = [...days].flatMap(([day, { bytes, requests }]) => {
    const names = attributesOf(day);
    return [
      [names.bytes, bytes],
      [names.requests, requests],
    ] as const;
  });
  return {
    Update: {
      TableName: table,
      Key: { counter: imageCounter(imageId, month) },
      UpdateExpression: `ADD ${counts.map(([name]) => `${name} :${name}`).join(', ')} SET endsAt = :end`,
      ExpressionAttributeValues: {
        ...Object.fromEntries(counts.map(([name, count]) => [`:${name}`, count])),
        ':end': endsAt(imageCountEnd(now)),
      },
    },
  };
}

/** The traffic of each image by day in DynamoDB: an item an image and month. */
export function createDynamoImageDays(
  client: DynamoDBDocumentClient,
  table: string,
): Pick<UsageStore, 'countImages' | 'ofImage' | 'forgetImage'> {
  return {
    countImages: async ({ part, images, now }) => {
      const mark = markCounted(table, part, now);
      // a failed condition is the mark's: they were counted before
      await writeTransaction(client, [mark, ...images.map((image) => addDays(table, image, now))]);
    },
    ofImage: async (imageId, days) => {
      const months = monthsOf(days);
      const keys = months.map((month) => ({ counter: imageCounter(imageId, month) }));
      const items = await getBatch(client, table, keys);
      const found = days.flatMap((day) => {
        const counter = imageCounter(imageId, monthOfDay(day));
        const item = items.find((candidate) => candidate.counter === counter);
        const names = attributesOf(day);
        const traffic = {
          requests: partIn(item, names.requests),
          bytes: partIn(item, names.bytes),
        };
        return traffic.requests > 0 ? [[day, traffic] as const] : [];
      });
      return new Map(found);
    },
    forgetImage: async (imageId, now) => {
      const keys = monthsOf(reportedDays(now)).map((month) => ({
        counter: imageCounter(imageId, month),
      }));
      await deleteEach(client, table, keys);
    },
  };
}
