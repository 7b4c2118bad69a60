import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyStore } from '../../core/ports.ts';
import type { ApiKeyRecord, KeyRecord } from '../../core/projects/credentials.ts';
import { withRetry } from '../dynamodb-tables/retry.ts';
import { type Write, writeTogether } from '../dynamodb-tables/write-together.ts';

type Kind = 'api' | 'upload';
type KeyItem = KeyRecord & Pick<ApiKeyRecord, 'scopes'> & { readonly kind: Kind };

const bySha256 = (sha256: string) => ({ lookup: `sha256#${sha256}` });
const byId = (keyId: string) => ({ lookup: `id#${keyId}` });

function recordOf(item: KeyItem): KeyRecord {
  const { keyId, projectId, name, lastFour, createdAt, lastUsedAt, expiresAt, revokedAt } = item;
  return { keyId, projectId, name, lastFour, createdAt, lastUsedAt, expiresAt, revokedAt };
}

/** Keys in DynamoDB, by their SHA-256; every look-up is consistent, since a revocation acts on the next request. */
export function createDynamoKeyStore(client: DynamoDBDocumentClient, table: string): KeyStore {
  const get = async (key: { lookup: string }): Promise<Record<string, unknown> | undefined> => {
    const command = new GetCommand({ TableName: table, Key: key, ConsistentRead: true });
    return (await withRetry(() => client.send(command))).Item;
  };
  const find = async (sha256: string, kind: Kind): Promise<KeyItem | undefined> => {
    const item = (await get(bySha256(sha256))) as KeyItem | undefined;
    return item?.kind === kind ? item : undefined;
  };
  const put = (item: Record<string, unknown>): Write => ({
    Put: { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(lookup)' },
  });
  const add = async (sha256: string, item: KeyItem): Promise<void> => {
    const pointer = { ...byId(item.keyId), sha256 };
    const failed = await writeTogether(client, [
      put({ ...bySha256(sha256), ...item }),
      put(pointer),
    ]);
    if (failed.size > 0) throw new Error('there is such a key already');
  };
  return {
    findApiKey: async (sha256) => {
      const item = await find(sha256, 'api');
      return item && { ...recordOf(item), scopes: item.scopes };
    },
    findUploadKey: async (sha256) => {
      const item = await find(sha256, 'upload');
      return item && recordOf(item);
    },
    touchKey: async (keyId, usedAt) => {
      const pointer = await get(byId(keyId));
      if (!pointer) return;
      const command = new UpdateCommand({
        TableName: table,
        Key: bySha256(pointer.sha256 as string),
        UpdateExpression: 'SET lastUsedAt = :at',
        ExpressionAttributeValues: { ':at': usedAt },
      });
      await withRetry(() => client.send(command));
    },
    addApiKey: (sha256, key) => add(sha256, { ...key, kind: 'api' }),
    addUploadKey: (sha256, key) => add(sha256, { ...key, kind: 'upload', scopes: [] }),
  };
}
