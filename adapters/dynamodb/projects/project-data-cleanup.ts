import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../../core/foundation/dynamodb-tables.ts';
import type {
  DataCleanupStep,
  ProjectDataCleanup,
  ProjectDataOwner,
} from '../../../core/ports/projects/project-data-cleanup.ts';
import { monthOf } from '../../../core/projects/plans.ts';
import { json, list, object, optional, text, withDefault } from '../../rows/columns.ts';
import { accountOfItem, identityEntity } from '../accounts/account-rows.ts';
import { conditionalWrite } from '../client/conditional-write.ts';
import { counterShards } from '../client/counter-shards.ts';
import { deleteAll, deleteEach } from '../client/delete-all.ts';
import { queryAll } from '../client/query-all.ts';
import { dynamoItem, dynamoValue } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { imagesCounter } from '../client/usage.ts';
import { unsavedCounters } from '../images/unsaved-images.ts';
import { byRing, bySha256, POINTER_START, ringOfItem } from '../keys/key-rows.ts';
import { secretsKey } from '../keys/signing-secret-store.ts';
import { byCode } from '../members/invitation-store.ts';
import { projectCounter } from '../usage/bandwidth.ts';
import { daysCounter } from '../usage/usage-days.ts';
import { webhooksKey } from '../webhooks/webhook-store.ts';
import { refusedOriginsKey } from './refused-origin-store.ts';
import { listRouteKeys } from './route-store.ts';
import { thumbnailSecretKey } from './thumbnail-secrets.ts';

const readProjectId = dynamoItem('members', { projectId: text });

const IS_ENDING = 'attribute_exists(deletedAt) AND projectCount = :none';
const [BY_MEMBER] = TABLES.members.indexes;

/**
 * The account and its identity are deleted together: the next sign-in makes another. Its count of
 * images stays, at zero: it names the receivers of its transferred projects.
 */
function createForgetAccount(
  client: DynamoDBDocumentClient,
  tables: { readonly projects: string; readonly members: string },
): ProjectDataCleanup['forgetAccount'] {
  const { projects, members } = tables;
  const leaveAll = async (accountId: string): Promise<void> => {
    const items = await queryAll(client, {
      TableName: members,
      IndexName: BY_MEMBER.name,
      KeyConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':account': accountId },
    });
    const keys = items.map((item) => ({ ...readProjectId(item), accountId }));
    await deleteEach(client, members, keys);
  };
  return async (accountId) => {
    const key = { TableName: projects, Key: { entity: accountId }, ConsistentRead: true };
    const { Item } = await withRetry(() => client.send(new GetCommand(key)));
    const account = Item && accountOfItem(Item);
    if (account?.deletedAt === undefined || account.projectCount !== 0) return false;
    await leaveAll(accountId);
    const remove: Write = {
      Delete: {
        TableName: projects,
        Key: { entity: accountId },
        ConditionExpression: IS_ENDING,
        ExpressionAttributeValues: { ':none': 0 },
      },
    };
    const { identity } = account;
    const found = identity ? [{ entity: identityEntity(identity) }] : [];
    const writes = [remove, ...found.map((Key) => ({ Delete: { TableName: projects, Key } }))];
    return (await writeTransaction(client, writes)).size === 0;
  };
}

/** Names of the tables with projects' data. */
export interface DataCleanupTables {
  readonly keys: string;
  readonly projects: string;
  readonly members: string;
  readonly usage: string;
  readonly webhooks: string;
  /** It has the routes of projects, and the keys of their thumbnails. */
  readonly images: string;
}

type Key = Readonly<Record<string, string>>;
type TableOf = keyof DataCleanupTables;

interface Found {
  readonly table: TableOf;
  /** The number of items that the receipt states. */
  readonly count: number;
  /** All the items that hold it. */
  readonly keys: readonly Key[];
}

const KINDS = ['api', 'upload'] as const;

const readMember = dynamoItem('members', {
  accountId: text,
  sha256: optional(text),
  invitationSha256: optional(text),
});
const webhooks = withDefault(json(list(object)), []);

async function getItem(client: DynamoDBDocumentClient, TableName: string, key: Key) {
  const command = new GetCommand({ TableName, Key: { ...key }, ConsistentRead: true });
  return (await withRetry(() => client.send(command))).Item;
}

type Find = (
  client: DynamoDBDocumentClient,
  tables: DataCleanupTables,
  of: ProjectDataOwner,
  now: number,
) => Promise<Found>;

/** Their list last: until it is deleted they can be found. */
const findKeys: Find = async (client, { keys: table }, { projectId }) => {
  const rings = KINDS.map((kind) => byRing({ projectId, kind }));
  const found = await Promise.all(rings.map((ring) => getItem(client, table, ring)));
  const entries = found.flatMap((ring) => ringOfItem(ring).entries);
  const keys = entries.flatMap(({ keyId, sha256 }) => [
    bySha256(sha256),
    { lookup: `${POINTER_START}${keyId}` },
  ]);
  return { table: 'keys', count: entries.length, keys: [...keys, ...rings] };
};

const findSecrets: Find = async (client, { projects }, { projectId }) => {
  const key = secretsKey(projectId);
  const { entity: _, ...secrets } = (await getItem(client, projects, key)) ?? {};
  return { table: 'projects', count: Object.keys(secrets).length, keys: [key] };
};

/** With their secrets; the deliveries expire. */
const findWebhooks: Find = async (client, tables, { projectId }) => {
  const key = webhooksKey(projectId);
  const item = await getItem(client, tables.webhooks, key);
  const { length } = dynamoValue('webhooks', item, 'webhooks', webhooks);
  return { table: 'webhooks', count: length, keys: [key] };
};

/** Members, and invitations with the items of their codes. */
const findMembers: Find = async (client, { members }, { projectId }) => {
  const items = await queryAll(client, {
    TableName: members,
    ConsistentRead: true,
    KeyConditionExpression: 'projectId = :project',
    ExpressionAttributeValues: { ':project': projectId },
  });
  const found = items.map(readMember);
  const codes = found
    .map(({ sha256, invitationSha256 = sha256 }) => invitationSha256)
    .flatMap((hash) => (hash === undefined ? [] : [byCode(hash)]));
  const own = found.map(({ accountId }) => ({ projectId, accountId }));
  return { table: 'members', count: own.length, keys: [...codes, ...own] };
};

/** As long as DynamoDB keeps counts of months. */
const MAX_MONTHS = 14;

function monthsBefore(now: number): string[] {
  const at = new Date(now);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return Array.from({ length: MAX_MONTHS }, (_, back) => monthOf(Date.UTC(year, month - back)));
}

const findCounters: Find = async (_, __, { projectId }, now) => {
  const byMonth = monthsBefore(now).flatMap((month) => [
    { counter: projectCounter(projectId, month) },
    { counter: daysCounter(projectId, month) },
  ]);
  const refused = refusedOriginsKey(projectId);
  return { table: 'usage', count: 0, keys: [...unsavedCounters(projectId), ...byMonth, refused] };
};

const FIND: Readonly<Record<DataCleanupStep, Find>> = {
  keys_removed: findKeys,
  signing_secrets_removed: findSecrets,
  webhooks_removed: findWebhooks,
  members_removed: findMembers,
  counters_removed: findCounters,
};

/**
 * Removes the project's share, now zero, from the account's count of images. Shares of months stay
 * until these expire, as part of the account's.
 */
async function dropPart(client: DynamoDBDocumentClient, table: string, of: ProjectDataOwner) {
  const count = imagesCounter(of);
  for (const { counter, projectId } of [count, ...counterShards(count)]) {
    const command = new UpdateCommand({
      TableName: table,
      Key: { counter },
      UpdateExpression: 'REMOVE #project',
      ConditionExpression: 'attribute_exists(#project)',
      ExpressionAttributeNames: { '#project': projectId },
    });
    await conditionalWrite(() => client.send(command));
  }
}

/** A project's data in DynamoDB except its images. */
export function createDynamoProjectDataCleanup(
  client: DynamoDBDocumentClient,
  tables: DataCleanupTables,
): ProjectDataCleanup {
  return {
    count: async (step, of) => (await FIND[step](client, tables, of, 0)).count,
    remove: async (step, of, now) => {
      const { table, keys } = await FIND[step](client, tables, of, now);
      await deleteEach(client, tables[table], keys);
      if (step !== 'counters_removed') return;
      await dropPart(client, tables.usage, of);
      const routes = await listRouteKeys(client, tables.images, of.projectId);
      await deleteAll(client, tables.images, [...routes, thumbnailSecretKey(of.projectId)]);
    },
    forgetAccount: createForgetAccount(client, tables),
  };
}
