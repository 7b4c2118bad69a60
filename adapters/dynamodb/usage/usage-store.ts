import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { UsageStore, UsedAmounts } from '../../../core/ports/projects/usage-store.ts';
import type { SharedCount } from '../client/counter-shards.ts';
import { counterShards, partIn, readCounters } from '../client/counter-shards.ts';
import { countedIn } from '../client/reservations.ts';
import { imagesCounter, transformationsCounter } from '../client/usage.ts';
import { createDynamoBandwidthOf, createDynamoCountBandwidth } from './bandwidth.ts';
import { createDynamoImageDays } from './image-days.ts';
import { createDynamoUsageDays } from './usage-days.ts';

const PROJECT_OF_ACCOUNT = '';

/** The count of an account in a counter and its shards, or a project's share if its id is given. */
function sumOf(items: ReadonlyMap<string, Readonly<Record<string, unknown>>>, count: SharedCount) {
  const { projectId } = count;
  const all = [count, ...counterShards(count)].map(({ counter }) => items.get(counter));
  const used = (item: (typeof all)[number]) =>
    projectId === PROJECT_OF_ACCOUNT ? countedIn(item) : partIn(item, projectId);
  return all.reduce((sum, item) => sum + used(item), 0);
}

/** The counts in DynamoDB, each item read consistently. */
export function createDynamoUsageStore(client: DynamoDBDocumentClient, table: string): UsageStore {
  const read = async (...counts: readonly SharedCount[]): Promise<number[]> => {
    const all = counts.flatMap((count) => [count, ...counterShards(count)]);
    const items = await readCounters(client, table, all);
    return counts.map((count) => sumOf(items, count));
  };
  const bandwidthOf = createDynamoBandwidthOf(client, table);
  const readAll = async (
    owner: { readonly accountId: string; readonly projectId: string },
    month: string,
  ): Promise<UsedAmounts> => {
    const [[images = 0, transformations = 0], bandwidth] = await Promise.all([
      read(imagesCounter(owner), transformationsCounter(owner, month)),
      bandwidthOf(owner, month),
    ]);
    return { images, transformations, ...bandwidth };
  };
  return {
    ofAccount: (accountId, month) => readAll({ accountId, projectId: PROJECT_OF_ACCOUNT }, month),
    countTransformations: async (accountId, month) => {
      const owner = { accountId, projectId: PROJECT_OF_ACCOUNT };
      const [used = 0] = await read(transformationsCounter(owner, month));
      return used;
    },
    ofProject: (project, month) => readAll(project, month),
    countBandwidth: createDynamoCountBandwidth(client, table),
    ...createDynamoUsageDays(client, table),
    ...createDynamoImageDays(client, table),
  };
}
