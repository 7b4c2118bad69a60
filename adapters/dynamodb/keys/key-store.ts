import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LIMITS } from '../../../core/foundation/limits.ts';
import type { KeyStore } from '../../../core/ports/projects/key-store.ts';
import type { KeyKind } from '../../../core/projects/credentials.ts';
import type { NewKey } from '../../../core/projects/project-keys.ts';
import { conditionalWrite } from '../client/conditional-write.ts';
import { bySha256, getKeyItem, keyOfItem } from './key-rows.ts';
import { createDynamoProjectKeys, enterKey } from './project-keys.ts';

/**
 * Keys in DynamoDB, by their SHA-256; every read is consistent, because a revocation takes effect
 * on the next request.
 */
export function createDynamoKeyStore(client: DynamoDBDocumentClient, table: string): KeyStore {
  const find = async (sha256: string, kind: KeyKind) => {
    const item = await getKeyItem(client, table, bySha256(sha256));
    const found = item && keyOfItem(item);
    return found?.kind === kind ? found.key : undefined;
  };
  const add = async (kind: KeyKind, result: NewKey) => {
    const anyNumber = { maxLive: Number.POSITIVE_INFINITY, now: result.record.createdAt };
    await enterKey({ client, table }, kind, result, anyNumber);
  };
  return {
    ...createDynamoProjectKeys({ client, table }),
    findApiKey: (sha256) => find(sha256, 'api'),
    findUploadKey: (sha256) => find(sha256, 'upload'),
    touchKey: async (sha256, usedAt) => {
      const command = new UpdateCommand({
        TableName: table,
        Key: bySha256(sha256),
        UpdateExpression: 'SET lastUsedAt = :at',
        // of several concurrent calls one writes; a removed key is not made again
        ConditionExpression:
          'attribute_exists(lookup) AND (attribute_type(lastUsedAt, :null) OR lastUsedAt <= :before)',
        ExpressionAttributeValues: {
          ':at': usedAt,
          ':before': usedAt - LIMITS.lastUsedGranularityMs,
          ':null': 'NULL',
        },
      });
      await conditionalWrite(() => client.send(command));
    },
    addApiKey: (sha256, record) => add('api', { sha256, record }),
    addUploadKey: (sha256, key) => add('upload', { sha256, record: { ...key, scopes: [] } }),
  };
}
