import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoAccountStore } from '../../../adapters/dynamodb/accounts/account-store.ts';
import { createDynamoImageStore } from '../../../adapters/dynamodb/images/image-store.ts';
import { createDynamoTermRows } from '../../../adapters/dynamodb/images/term-rows.ts';
import { createDynamoInvitationStore } from '../../../adapters/dynamodb/members/invitation-store.ts';
import { createDynamoMembershipStore } from '../../../adapters/dynamodb/members/membership-store.ts';
import { createDynamoOwnershipTransfers } from '../../../adapters/dynamodb/members/ownership-transfers.ts';
import { createDynamoProjectDataCleanup } from '../../../adapters/dynamodb/projects/project-data-cleanup.ts';
import { createDynamoProjectDeletions } from '../../../adapters/dynamodb/projects/project-deletions.ts';
import type { createDynamoProjectStore } from '../../../adapters/dynamodb/projects/project-store.ts';
import { createDynamoThumbnailSecrets } from '../../../adapters/dynamodb/projects/thumbnail-secrets.ts';
import { createDynamoRenditionStore } from '../../../adapters/dynamodb/renditions/rendition-store.ts';
import { createDynamoDirectUploadStore } from '../../../adapters/dynamodb/uploads/direct-upload-store.ts';
import { createDynamoUsageStore } from '../../../adapters/dynamodb/usage/usage-store.ts';
import type { TableName } from '../../../core/foundation/dynamodb-tables.ts';
import type { Image } from '../../../core/images/image-states.ts';
import { PLANS } from '../../../core/projects/plans.ts';
import { withPatience } from '../waits/until-not-busy.ts';

/** New tables and two clients of them, as two processes have. */
export interface OpenedTables {
  readonly first: DynamoDBDocumentClient;
  readonly second: DynamoDBDocumentClient;
  readonly names: Readonly<Record<TableName, string>>;
  readonly projects: ReturnType<typeof createDynamoProjectStore>;
  remove(): Promise<void>;
}

/** Makes new tables, in memory or of an endpoint. */
export type OpenTables = () => Promise<OpenedTables>;

/** The services that the image store's suite needs. */
export async function createImageStores(open: OpenTables) {
  const { first, second, names, projects, remove } = await open();
  const stores = [
    withPatience(createDynamoImageStore(first, names)),
    withPatience(createDynamoImageStore(second, names)),
  ] as const;
  return {
    stores,
    projects,
    usage: withPatience(createDynamoUsageStore(first, names.usage)),
    writeTerms: (before: Image | undefined, after: Image | undefined) =>
      createDynamoTermRows(first, names.images).change([{ before, after }]),
    remove,
  };
}

/** The services that the suite of direct uploads needs. */
export async function createDirectUploadStores(open: OpenTables) {
  const { first, second, names, remove } = await open();
  const stores = [
    withPatience(createDynamoDirectUploadStore(first, names)),
    withPatience(createDynamoDirectUploadStore(second, names)),
  ] as const;
  return { stores, images: withPatience(createDynamoImageStore(first, names)), remove };
}

/** The services that the rendition store's suite needs. */
export async function createRenditionStores(open: OpenTables) {
  const { first, second, names, projects, remove } = await open();
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

/** The stores that the suite of thumbnails needs. */
export async function createThumbnailStores(open: OpenTables) {
  const opened = await open();
  const { first, second, names } = opened;
  const secrets = [
    withPatience(createDynamoThumbnailSecrets(first, names.images)),
    withPatience(createDynamoThumbnailSecrets(second, names.images)),
  ] as const;
  const cleanup = withPatience(createDynamoProjectDataCleanup(second, names));
  const stores = await createRenditionStores(async () => opened);
  return { ...stores, secrets, cleanup };
}

/** The services that the suites of teams and of ownership transfers need. */
export async function createTeamStores(open: OpenTables) {
  const { first, second, names, projects, remove } = await open();
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
