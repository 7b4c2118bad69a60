import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LIMITS } from '../../../core/foundation/limits.ts';
import type { SigningSecretStore } from '../../../core/ports/projects/signing-secret-store.ts';
import type { SigningSecret } from '../../../core/projects/signing-secrets.ts';
import { fields, optional, type Row } from '../../rows/columns.ts';
import { SIGNING_SECRET } from '../../rows/signing-secret-columns.ts';
import { isWritten } from '../client/conditional-write.ts';
import { dynamoValue } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';

/**
 * One attribute for each possible secret of a project, so that each write is a single conditional
 * one.
 */
export const SLOTS = Array.from({ length: LIMITS.maxSigningSecrets }, (_, at) => `secret${at + 1}`);

/** The key of the item with a project's secrets. */
export const secretsKey = (projectId: string) => ({ entity: `signing#${projectId}` });

const secret = optional(fields(SIGNING_SECRET));

/** The secrets in an item. */
export function secretsOfItem(item: Row | undefined): SigningSecret[] {
  return SLOTS.flatMap((slot) => dynamoValue('projects', item, slot, secret) ?? []);
}

/**
 * Signing secrets in DynamoDB, in separate items: a function's permissions on projects exclude them
 * unless they name them.
 */
export function createDynamoSigningSecretStore(
  client: DynamoDBDocumentClient,
  table: string,
): SigningSecretStore {
  const keyOf = (projectId: string) => ({ TableName: table, Key: secretsKey(projectId) });
  /** Whether the condition held. */
  const update = async (
    projectId: string,
    [UpdateExpression, ConditionExpression]: readonly [string, string],
    ExpressionAttributeValues: Record<string, unknown>,
  ): Promise<boolean> => {
    const change = { UpdateExpression, ConditionExpression, ExpressionAttributeValues };
    const command = new UpdateCommand({ ...keyOf(projectId), ...change });
    return isWritten(() => client.send(command));
  };
  /** Whether one of the slots accepted the write. */
  const inOneSlot = async (write: (slot: string) => Promise<boolean>): Promise<boolean> => {
    for (const slot of SLOTS) if (await write(slot)) return true;
    return false;
  };
  return {
    listSecrets: async (projectId) => {
      const command = new GetCommand({ ...keyOf(projectId), ConsistentRead: true });
      const { Item } = await withRetry(() => client.send(command));
      return secretsOfItem(Item).sort((a, b) => a.createdAt - b.createdAt);
    },
    addSecret: (projectId, added) =>
      inOneSlot((slot) =>
        update(
          projectId,
          // the same secret again is a retry after a lost response
          [`SET ${slot} = :secret`, `attribute_not_exists(${slot}) OR ${slot}.secretId = :id`],
          { ':secret': added, ':id': added.secretId },
        ),
      ),
    removeSecret: (projectId, secretId) =>
      inOneSlot((slot) =>
        update(projectId, [`REMOVE ${slot}`, `${slot}.secretId = :id`], { ':id': secretId }),
      ),
  };
}
