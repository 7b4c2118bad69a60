import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { COUNTED_PART_LIFE_MS } from '../../../core/metering/tally-access-log.ts';
import { addTraffic, topOf } from '../../../core/metering/top-images.ts';
import { dayOfMonth } from '../../../core/metering/usage-days.ts';
import type {
  BandwidthCount,
  UsageStore,
  UsedAmounts,
} from '../../../core/ports/projects/usage-store.ts';
import { number, type Row } from '../../rows/columns.ts';
import type { RecordRead } from '../../rows/read-row.ts';
import { keptTraffic } from '../../rows/usage-columns.ts';
import { partIn } from '../client/counter-shards.ts';
import { dynamoItem } from '../client/read-item.ts';
import { untilAnswered, withRetry } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { endsAt, monthCountEnd } from '../client/usage.ts';

/** The bytes sent, from the item of an account or of a project. */
export const sentOfItem = dynamoItem('usage', {
  used: number,
  images: keptTraffic,
  revision: number,
});

/** The bytes sent for an account or a project in a month; each counted part raises them. */
interface Sent extends RecordRead<typeof sentOfItem> {
  /** The stored item: an account's has each project's share under its id. */
  readonly item: Row;
}

const NOTHING: Sent = { used: 0, images: [], revision: 0, item: {} };

/** Its growth is published as an event, so a project's own has another name. */
export const accountCounter = (accountId: string, month: string) =>
  `bandwidth#${accountId}#${month}`;
/** The counter of the bytes sent for a project in a month. */
export const projectCounter = (projectId: string, month: string) =>
  `projectBandwidth#${projectId}#${month}`;

/** The attribute of a day in an item of a month: `bytes05`. */
export const ofDay = (what: 'bytes' | 'images' | 'transformations', day: string) =>
  `${what}${dayOfMonth(day)}`;

/** The bytes of a project's days, these included. */
function withDays(item: Row, { bytesByDay }: BandwidthCount): Record<string, number> {
  const sums = [...bytesByDay].map(([day, bytes]) => {
    const name = ofDay('bytes', day);
    return [name, partIn(item, name) + bytes] as const;
  });
  return Object.fromEntries(sums);
}

async function readSent(
  client: DynamoDBDocumentClient,
  table: string,
  counter: string,
): Promise<Sent> {
  const command = new GetCommand({ TableName: table, Key: { counter }, ConsistentRead: true });
  const { Item } = await withRetry(() => client.send(command));
  return Item ? { ...sentOfItem(Item), item: Item } : NOTHING;
}

/** Reads the bandwidth of an account, or of a project if its id is given. */
export function createDynamoBandwidthOf(client: DynamoDBDocumentClient, table: string) {
  return async (
    { accountId, projectId }: { readonly accountId: string; readonly projectId: string },
    month: string,
  ): Promise<Pick<UsedAmounts, 'bandwidthBytes' | 'topImages'>> => {
    const counter = projectId ? projectCounter(projectId, month) : accountCounter(accountId, month);
    const { used, images } = await readSent(client, table, counter);
    return { bandwidthBytes: used, topImages: topOf(images) };
  };
}

/** Before the counts, so that its failure shows that they include this part already. */
const MARK = 0;

/** Marks counts of a part of a log; its condition fails if they were counted before. */
export function markCounted(table: string, what: string, now: number): Write {
  const counter = `logPart#${what}`;
  return {
    Put: {
      TableName: table,
      Item: { counter, endsAt: endsAt(now + COUNTED_PART_LIFE_MS) },
      // `counter` is a reserved word of DynamoDB
      ConditionExpression: 'attribute_not_exists(#counter)',
      ExpressionAttributeNames: { '#counter': 'counter' },
    },
  };
}

function putSent(
  table: string,
  counter: string,
  sent: Sent,
  { bytes, images, now }: BandwidthCount,
  parts: Readonly<Record<string, number>>,
): Write {
  const Item = {
    ...sent.item,
    counter,
    ...parts,
    used: sent.used + bytes,
    images: addTraffic(sent.images, images),
    revision: sent.revision + 1,
    endsAt: monthCountEnd(now),
  };
  const isFirst = sent.revision === 0;
  return {
    Put: {
      TableName: table,
      Item,
      ConditionExpression: isFirst ? 'attribute_not_exists(revision)' : 'revision = :was',
      ...(isFirst ? {} : { ExpressionAttributeValues: { ':was': sent.revision } }),
    },
  };
}

/** Counts bandwidth, each part of a log exactly one time. */
export function createDynamoCountBandwidth(
  client: DynamoDBDocumentClient,
  table: string,
): UsageStore['countBandwidth'] {
  return (count) =>
    untilAnswered(async (patience) => {
      const { accountId, projectId, month, bytes, now } = count;
      const [ofAll, ofOne] = [accountCounter(accountId, month), projectCounter(projectId, month)];
      const [account, project] = await Promise.all([
        readSent(client, table, ofAll),
        readSent(client, table, ofOne),
      ]);
      const part = partIn(account.item, projectId) + bytes;
      const writes = [
        markCounted(table, `${count.part}#${projectId}#${month}`, now),
        putSent(table, ofAll, account, count, { [projectId]: part }),
        putSent(table, ofOne, project, count, withDays(project.item, count)),
      ];
      const failed = await writeTransaction(client, writes, patience);
      if (failed.size === 0) return { isNew: true, usedByAccount: account.used + bytes };
      if (failed.has(MARK)) return { isNew: false, usedByAccount: account.used };
      return undefined; // another process counted to one of them meanwhile: read again
    });
}
