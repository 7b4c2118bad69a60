import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoAccountStore } from '../../../adapters/dynamodb/accounts/account-store.ts';
import { createDynamoClient } from '../../../adapters/dynamodb/client/dynamo-client.ts';
import { createDynamoImageStore } from '../../../adapters/dynamodb/images/image-store.ts';
import { createDynamoInvitationStore } from '../../../adapters/dynamodb/members/invitation-store.ts';
import { createDynamoMembershipStore } from '../../../adapters/dynamodb/members/membership-store.ts';
import { createDynamoOwnershipTransfers } from '../../../adapters/dynamodb/members/ownership-transfers.ts';
import { createDynamoProjectDeletions } from '../../../adapters/dynamodb/projects/project-deletions.ts';
import { createDynamoProjectStore } from '../../../adapters/dynamodb/projects/project-store.ts';
import { createDynamoRenditionStore } from '../../../adapters/dynamodb/renditions/rendition-store.ts';
import { createDynamoDirectUploadStore } from '../../../adapters/dynamodb/uploads/direct-upload-store.ts';
import { createDynamoUsageStore } from '../../../adapters/dynamodb/usage/usage-store.ts';
import { PLANS } from '../../../core/projects/plans.ts';
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
  const [first, second] = [wrap(createDynamoClient()), wrap(createDynamoClient())] as const;
  const projects = withPatience(createDynamoProjectStore(first, names.projects));
  return { first, second, names, projects, remove: () => removeTables(base, names) };
}

/** The services that the image store's suite needs. */
export async function openImageStores(wrap?: Parameters<typeof openTables>[0]) {
  const { first, second, names, projects, remove } = await openTables(wrap);
  const stores = [
    withPatience(createDynamoImageStore(first, names)),
    withPatience(createDynamoImageStore(second, names)),
  ] as const;
  return {
    stores,
    projects,
    usage: withPatience(createDynamoUsageStore(first, names.usage)),
    remove,
  };
}

/** The services that the suite of direct uploads needs. */
export async function openDirectUploadStores(wrap?: Parameters<typeof openTables>[0]) {
  const { first, second, names, remove } = await openTables(wrap);
  const stores = [
    withPatience(createDynamoDirectUploadStore(first, names)),
    withPatience(createDynamoDirectUploadStore(second, names)),
  ] as const;
  return { stores, images: withPatience(createDynamoImageStore(first, names)), remove };
}

/** The services that the rendition store's suite needs. */
export async function openRenditionStores(wrap?: Parameters<typeof openTables>[0]) {
  const { first, second, names, projects, remove } = await openTables(wrap);
  const stores = [
    withPatience(createDynamoRenditionStore(first, names)),
    withPatience(createDynamoRenditionStore(second, names)),
  ] as const;
  const addAccount = (projectId: string) =>
    projects.addProject({
      projectId,
      accountId: `acc_${projectId}`,
      name: 'p',
      allowedOrigins: [],
      plan: PLANS.free,
      createdAt: 0,
    });
  const images = withPatience(createDynamoImageStore(first, names));
  const usage = withPatience(createDynamoUsageStore(first, names.usage));
  return { stores, images, usage, addAccount, hasNotes: true, remove };
}

/** The services that the suites of teams and of ownership transfers need. */
export async function openTeamStores(wrap?: Parameters<typeof openTables>[0]) {
  const { first, second, names, projects, remove } = await openTables(wrap);
  const twice = <Store>(create: (client: DynamoDBDocumentClient, tables: typeof names) => Store) =>
    [create(first, names), create(second, names)] as const;
  return {
    accounts: twice(createDynamoAccountStore),
    memberships: twice(createDynamoMembershipStore),
    invitations: twice(createDynamoInvitationStore),
    transfers: twice(createDynamoOwnershipTransfers),
    images: twice(createDynamoImageStore),
    renditions: withPatience(createDynamoRenditionStore(first, names)),
    projects,
    usage: withPatience(createDynamoUsageStore(second, names.usage)),
    deletions: withPatience(createDynamoProjectDeletions(first, names.projects)),
    remove,
  };
}
