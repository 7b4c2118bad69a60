import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { UsageStore, UsedAmounts } from '../../core/projects/usage-store.ts';
import { withRetry } from '../dynamodb-tables/retry.ts';
import {
  imagesCounter,
  type SharedCount,
  transformationsCounter,
} from '../dynamodb-tables/usage.ts';
import { createDynamoBandwidthOf, createDynamoCountBandwidth } from './dynamo-bandwidth.ts';

/** The counts in DynamoDB, read consistently. */
export function createDynamoUsageStore(client: DynamoDBDocumentClient, table: string): UsageStore {
  const read = async ({ counter }: SharedCount, attribute: string): Promise<number> => {
    const command = new GetCommand({ TableName: table, Key: { counter }, ConsistentRead: true });
    const { Item = {} } = await withRetry(() => client.send(command));
    return (Item[attribute] as number | undefined) ?? 0;
  };
  const bandwidthOf = createDynamoBandwidthOf(client, table);
  const readAll = async (
    owner: { readonly accountId: string; readonly projectId: string },
    month: string,
    attribute: string,
  ): Promise<UsedAmounts> => {
    const [images, transformations, bandwidth] = await Promise.all([
      read(imagesCounter(owner), attribute),
      read(transformationsCounter(owner, month), attribute),
      bandwidthOf(owner, month),
    ]);
    return { images, transformations, ...bandwidth };
  };
  return {
    ofAccount: (accountId, month) => readAll({ accountId, projectId: '' }, month, 'used'),
    countTransformations: (accountId, month) =>
      read(transformationsCounter({ accountId, projectId: '' }, month), 'used'),
    ofProject: (project, month) => readAll(project, month, project.projectId),
    countBandwidth: createDynamoCountBandwidth(client, table),
  };
}
