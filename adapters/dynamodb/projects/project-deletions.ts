import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ProjectDeletions } from '../../../core/ports/projects/project-deletions.ts';
import type {
  AskedDeletion,
  DeletionKey,
  ProjectDeletion,
} from '../../../core/projects/project-deletion.ts';
import { number, optional, text } from '../../rows/columns.ts';
import { accountOfItem } from '../accounts/account-rows.ts';
import { dynamoItem } from '../client/read-item.ts';
import { untilAnswered, withRetry } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { createDynamoProgress } from './deletion-progress.ts';
import { deletionItem, deletionKey, deletionOfItem, requestOfItem } from './deletion-rows.ts';

/** The account of a project, and the time of its deletion. */
const readEnd = dynamoItem('projects', { accountId: text, deletedAt: optional(number) });

const STATE = { '#state': 'state' };
/** Requires that it is still on the account that it had when its deletion was requested. */
const IS_LIVE = 'accountId = :account AND attribute_not_exists(deletedAt)';
const IS_DELETED = 'attribute_exists(deletedAt)';

interface Parts {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  item(key: { readonly entity: string }): Promise<Record<string, unknown> | undefined>;
}

type Update = NonNullable<Write['Update']>;

function updateOf(
  TableName: string,
  entity: string,
  update: Omit<Update, 'TableName' | 'Key'>,
): Write {
  return { Update: { TableName, Key: { entity }, ...update } };
}

function closeProject(table: string, requested: AskedDeletion): Write {
  const { projectId, accountId, requestedAt, purgeAt } = requested;
  return updateOf(table, projectId, {
    UpdateExpression: 'SET deletedAt = :at, purgeAt = :purge',
    ConditionExpression: IS_LIVE,
    ExpressionAttributeValues: { ':at': requestedAt, ':purge': purgeAt, ':account': accountId },
  });
}

function endAccount(table: string, accountId: string, at: number): Write {
  return updateOf(table, accountId, {
    UpdateExpression: 'SET deletedAt = if_not_exists(deletedAt, :at)',
    ConditionExpression: 'attribute_exists(entity)',
    ExpressionAttributeValues: { ':at': at },
  });
}

/** Replaces the record that was read, if it is unchanged. */
function putRecord(
  table: string,
  requested: AskedDeletion,
  before: Record<string, unknown> | undefined,
): Write {
  const previous = requestOfItem(before);
  const goesOn = requested.kind === 'empty' && previous && previous.state !== 'purged';
  const kept = goesOn ? { deletionId: previous.deletionId, leaseUntil: previous.leaseUntil } : {};
  return {
    Put: {
      TableName: table,
      Item: { ...deletionItem(requested), ...kept },
      ...(previous
        ? {
            ConditionExpression: 'requestedAt = :before AND #state = :state',
            ExpressionAttributeNames: STATE,
            ExpressionAttributeValues: {
              ':before': previous.requestedAt,
              ':state': previous.state,
            },
          }
        : { ConditionExpression: 'attribute_not_exists(entity)' }),
    },
  };
}

function createRequest({ client, table, item }: Parts): ProjectDeletions['request'] {
  return (requested, withAccount) =>
    untilAnswered(async (patience) => {
      const { projectId, kind, accountId } = requested;
      const Key = { entity: projectId };
      const isThere = {
        TableName: table,
        Key,
        ConditionExpression: IS_LIVE,
        ExpressionAttributeValues: { ':account': accountId },
      };
      const writes = [
        kind === 'delete' ? closeProject(table, requested) : { ConditionCheck: isThere },
        putRecord(table, requested, await item(deletionKey(requested))),
        ...(withAccount === undefined ? [] : [endAccount(table, accountId, withAccount)]),
      ];
      const failed = await writeTransaction(client, writes, patience);
      if (failed.has(0)) return false;
      return failed.size === 0 ? true : undefined; // else another request came between
    });
}

function createHasten({ client, table, item }: Parts): ProjectDeletions['hasten'] {
  return async (projectId, purgeAt) => {
    const key = deletionKey({ projectId, kind: 'delete' });
    const sooner = { ':at': purgeAt };
    const failed = await writeTransaction(client, [
      updateOf(table, key.entity, {
        UpdateExpression: 'SET purgeAt = :at',
        ConditionExpression: '#state = :waiting AND purgeAt > :at',
        ExpressionAttributeNames: STATE,
        ExpressionAttributeValues: { ...sooner, ':waiting': 'waiting' },
      }),
      updateOf(table, projectId, {
        UpdateExpression: 'SET purgeAt = :at',
        ConditionExpression: IS_DELETED,
        ExpressionAttributeValues: sooner,
      }),
    ]);
    // it is due sooner already
    return failed.size === 0 || requestOfItem(await item(key))?.state === 'waiting';
  };
}

function createRestore({ client, table, item }: Parts): ProjectDeletions['restore'] {
  return async (projectId) => {
    const key = deletionKey({ projectId, kind: 'delete' });
    const deletion = requestOfItem(await item(key));
    if (deletion?.state !== 'waiting') return false;
    const failed = await writeTransaction(client, [
      updateOf(table, key.entity, {
        UpdateExpression: 'SET #state = :restored REMOVE purge',
        ConditionExpression: '#state = :waiting',
        ExpressionAttributeNames: STATE,
        ExpressionAttributeValues: { ':restored': 'restored', ':waiting': 'waiting' },
      }),
      updateOf(table, projectId, {
        UpdateExpression: 'REMOVE deletedAt, purgeAt',
        ConditionExpression: IS_DELETED,
      }),
      updateOf(table, deletion.accountId, {
        UpdateExpression: 'REMOVE deletedAt',
        ConditionExpression: 'attribute_exists(entity)',
      }),
    ]);
    return failed.size === 0;
  };
}

function createRemoveProject({ client, table, item }: Parts): ProjectDeletions['removeProject'] {
  return async (projectId) => {
    const Key = { entity: projectId };
    const project = readEnd(await item(Key));
    if (project?.deletedAt === undefined) return;
    const account = await item({ entity: project.accountId });
    const remove: Write = {
      Delete: { TableName: table, Key, ConditionExpression: IS_DELETED },
    };
    const countDown = updateOf(table, project.accountId, {
      UpdateExpression: 'SET projectCount = projectCount - :one',
      ConditionExpression: 'attribute_exists(projectCount)',
      ExpressionAttributeValues: { ':one': 1 },
    });
    const isCounted = account && accountOfItem(account).projectCount !== undefined;
    const failed = await writeTransaction(client, [remove, ...(isCounted ? [countDown] : [])]);
    if (failed.has(1)) throw new Error(`the projects of ${project.accountId} were not counted`);
  };
}

/** Deletions of projects in DynamoDB, in the table of projects. */
export function createDynamoProjectDeletions(
  client: DynamoDBDocumentClient,
  table: string,
): ProjectDeletions {
  const item: Parts['item'] = async (Key) => {
    const command = new GetCommand({ TableName: table, Key, ConsistentRead: true });
    return (await withRetry(() => client.send(command))).Item;
  };
  const parts = { client, table, item };
  const get = async (key: DeletionKey): Promise<ProjectDeletion | undefined> => {
    const found = await item(deletionKey(key));
    return found && deletionOfItem(found);
  };
  return {
    get,
    request: createRequest(parts),
    hasten: createHasten(parts),
    restore: createRestore(parts),
    ...createDynamoProgress(client, table),
    removeProject: createRemoveProject(parts),
  };
}
