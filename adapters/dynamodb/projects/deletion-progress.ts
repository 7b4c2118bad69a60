import { randomUUID } from 'node:crypto';
import {
  type DynamoDBDocumentClient,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../../core/foundation/dynamodb-tables.ts';
import { LIMITS } from '../../../core/foundation/limits.ts';
import { latestLeaseEnd } from '../../../core/images/lease.ts';
import type { ProjectDeletions } from '../../../core/ports/projects/project-deletions.ts';
import type { DeletionKey } from '../../../core/projects/project-deletion.ts';
import { text } from '../../rows/columns.ts';
import { conditionalWrite } from '../client/conditional-write.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { endsAt } from '../client/usage.ts';
import {
  countAttribute,
  DUE,
  deletionKey,
  deletionOfItem,
  stepAttribute,
} from './deletion-rows.ts';

type Progress = Pick<
  ProjectDeletions,
  'listDue' | 'takeUp' | 'putDown' | 'recordCount' | 'recordStep' | 'finish'
>;
type Change = Pick<
  UpdateCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames'
> & { readonly values: Record<string, unknown> };

const PURGE_DUE = TABLES.projects.indexes[1].name;
const readDue = dynamoItem('projects', { projectId: text });
const STATE = { '#state': 'state' };
const DAY_MS = 24 * 3_600_000;

/** The expiry of a receipt, a day after it is no longer shown. */
export function receiptEnd(at: number): number {
  return endsAt(at + LIMITS.projectReceiptMs + DAY_MS);
}

/** The take-up of a due deletion by this worker until the end of a lease. */
function takingUp(now: number, leaseUntil: number): Change {
  return {
    UpdateExpression: 'SET #state = :purging, leaseUntil = :until, leaseOwner = :me',
    // the same worker again is a retry after a lost response
    ConditionExpression:
      '#state IN (:waiting, :purging) AND purgeAt <= :now AND (attribute_not_exists(leaseUntil) OR leaseUntil <= :now OR leaseUntil > :latest OR leaseOwner = :me)',
    ExpressionAttributeNames: STATE,
    values: {
      ':waiting': 'waiting',
      ':purging': 'purging',
      ':me': randomUUID(),
      ':now': now,
      ':until': leaseUntil,
      ':latest': latestLeaseEnd({ now, leaseMs: leaseUntil - now }),
    },
  };
}

/** A fact of a deletion that is kept from its first time. */
function noting(
  { requestedAt }: { requestedAt: number },
  attribute: string,
  value: number,
): Change {
  return {
    UpdateExpression: 'SET #noted = if_not_exists(#noted, :value)',
    ConditionExpression: 'requestedAt = :this',
    ExpressionAttributeNames: { '#noted': attribute },
    values: { ':value': value, ':this': requestedAt },
  };
}

/** Updates a deletion: the resulting item; undefined if the condition failed. */
function createUpdate(client: DynamoDBDocumentClient, table: string) {
  return async (key: DeletionKey, { values, ...change }: Change) => {
    const command = new UpdateCommand({
      TableName: table,
      Key: deletionKey(key),
      ...change,
      ExpressionAttributeValues: values,
      ReturnValues: 'ALL_NEW',
    });
    return (await conditionalWrite(() => client.send(command)))?.Attributes;
  };
}

/** The progress of projects' purges; an index, which may lag by a moment, finds the due ones. */
export function createDynamoProgress(client: DynamoDBDocumentClient, table: string): Progress {
  const update = createUpdate(client, table);
  return {
    listDue: async (now, limit) => {
      const command = new QueryCommand({
        TableName: table,
        IndexName: PURGE_DUE,
        Limit: limit,
        KeyConditionExpression: 'purge = :due AND purgeAt <= :now',
        ExpressionAttributeValues: { ':due': DUE, ':now': now },
      });
      const { Items = [] } = await withRetry(() => client.send(command));
      return [...new Set(Items.map((item) => readDue(item).projectId))];
    },
    takeUp: async (key, now, leaseUntil) => {
      const item = await update(key, takingUp(now, leaseUntil));
      return item && deletionOfItem(item);
    },
    putDown: async (deletion) => {
      await update(deletion, {
        UpdateExpression: 'REMOVE leaseUntil',
        ConditionExpression: 'requestedAt = :this',
        values: { ':this': deletion.requestedAt },
      });
    },
    recordCount: async (deletion, step, count) =>
      void (await update(deletion, noting(deletion, countAttribute(step), count))),
    recordStep: async (deletion, step, at) =>
      (await update(deletion, noting(deletion, stepAttribute(step), at))) !== undefined,
    finish: async ({ requestedAt, ...key }, at) => {
      const done = await update(key, {
        UpdateExpression: 'SET #state = :purged, purgedAt = :at, endsAt = :end REMOVE purge',
        ConditionExpression: 'requestedAt = :this',
        ExpressionAttributeNames: STATE,
        values: { ':purged': 'purged', ':at': at, ':end': receiptEnd(at), ':this': requestedAt },
      });
      return done !== undefined;
    },
  };
}
