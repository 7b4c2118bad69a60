import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { addTraffic, type KeptTraffic, topOf } from '../../core/metering/top-images.ts';
import type { BandwidthCount, UsageStore, UsedAmounts } from '../../core/projects/usage-store.ts';
import { untilAnswered, withRetry } from '../dynamodb-tables/retry.ts';
import { endsAt, monthCountEnd } from '../dynamodb-tables/usage.ts';
import { type Write, writeTogether } from '../dynamodb-tables/write-together.ts';
import { COUNTED_PART_LIFE_MS } from './counted-part.ts';

/** What was sent of an account or a project in a month; raised by each part that is counted. */
interface SentItem {
  readonly bytes: number;
  readonly images: readonly KeptTraffic[];
  readonly revision: number;
}

const NOTHING: SentItem = { bytes: 0, images: [], revision: 0 };

/** The counter of what was sent of an account or a project in a month. */
export function sentCounter(ownerId: string, month: string): string {
  return `bandwidth#${ownerId}#${month}`;
}

async function readSent(
  client: DynamoDBDocumentClient,
  table: string,
  counter: string,
): Promise<SentItem> {
  const command = new GetCommand({ TableName: table, Key: { counter }, ConsistentRead: true });
  const { Item } = await withRetry(() => client.send(command));
  return (Item as SentItem | undefined) ?? NOTHING;
}

/** Reads the bandwidth of an account or a project. */
export function createDynamoBandwidthOf(client: DynamoDBDocumentClient, table: string) {
  return async (
    ownerId: string,
    month: string,
  ): Promise<Pick<UsedAmounts, 'bandwidthBytes' | 'topImages'>> => {
    const { bytes, images } = await readSent(client, table, sentCounter(ownerId, month));
    return { bandwidthBytes: bytes, topImages: topOf(images) };
  };
}

/** Before the counts, so that its failure tells that they hold this part already. */
const MARK = 0;

function markCounted(table: string, { part, projectId, month, now }: BandwidthCount): Write {
  const counter = `logPart#${part}#${projectId}#${month}`;
  return {
    Put: {
      TableName: table,
      Item: { counter, endsAt: endsAt(now + COUNTED_PART_LIFE_MS) },
      ConditionExpression: 'attribute_not_exists(#counter)', // `counter` is a word of DynamoDB's
      ExpressionAttributeNames: { '#counter': 'counter' },
    },
  };
}

function putSent(table: string, counter: string, was: SentItem, count: BandwidthCount): Write {
  const sent: SentItem = {
    bytes: was.bytes + count.bytes,
    images: addTraffic(was.images, count.images),
    revision: was.revision + 1,
  };
  return {
    Put: {
      TableName: table,
      Item: { counter, ...sent, endsAt: monthCountEnd(count.now) },
      ConditionExpression:
        was.revision === 0 ? 'attribute_not_exists(revision)' : 'revision = :was',
      ...(was.revision === 0 ? {} : { ExpressionAttributeValues: { ':was': was.revision } }),
    },
  };
}

/** Counts bandwidth, each part of a log once. */
export function createDynamoCountBandwidth(
  client: DynamoDBDocumentClient,
  table: string,
): UsageStore['countBandwidth'] {
  return (count) =>
    untilAnswered(async (patience) => {
      const owners = [count.accountId, count.projectId];
      const counters = owners.map((ownerId) => sentCounter(ownerId, count.month));
      const sent = await Promise.all(counters.map((counter) => readSent(client, table, counter)));
      const writes = counters.map((counter, at) =>
        putSent(table, counter, sent[at] ?? NOTHING, count),
      );
      const marked = [markCounted(table, count), ...writes];
      const failed = await writeTogether(client, marked, patience);
      const used = sent[0]?.bytes ?? 0;
      if (failed.size === 0) return { isNew: true, usedByAccount: used + count.bytes };
      // counted before, or by another at the same time, which may be after this reading
      return failed.has(MARK) ? { isNew: false, usedByAccount: used } : undefined;
    });
}
