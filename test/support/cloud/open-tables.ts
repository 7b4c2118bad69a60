import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoClient } from '../../../adapters/dynamodb/client/dynamo-client.ts';
import { createDynamoProjectStore } from '../../../adapters/dynamodb/projects/project-store.ts';
import { withAwsRules } from '../dynamodb/check-command.ts';
import { createImageStores, createRenditionStores } from '../dynamodb/open-stores.ts';
import { withPatience } from '../waits/until-not-busy.ts';
import { createTables, removeTables } from './create-tables.ts';

/**
 * New tables and two clients of them, as two processes have; `wrap` may put faults between the
 * adapters and a client.
 */
export async function openTables(
  wrap: (client: DynamoDBDocumentClient) => DynamoDBDocumentClient = (client) => client,
) {
  const base = new DynamoDBClient({});
  const names = await createTables(base, `test-${randomUUID()}`);
  const strict = () => wrap(withAwsRules(createDynamoClient(), names));
  const [first, second] = [strict(), strict()] as const;
  const projects = withPatience(createDynamoProjectStore(first, names.projects));
  return { first, second, names, projects, remove: () => removeTables(base, names) };
}

/** The services that the image store's suite needs. */
export function openImageStores(wrap?: Parameters<typeof openTables>[0]) {
  return createImageStores(() => openTables(wrap));
}

/** The services that the rendition store's suite needs. */
export function openRenditionStores(wrap?: Parameters<typeof openTables>[0]) {
  return createRenditionStores(() => openTables(wrap));
}
