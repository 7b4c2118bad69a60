import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../../core/foundation/dynamodb-tables.ts';
import type { ProjectRemains } from '../../../core/ports/projects/project-data-cleanup.ts';
import { text } from '../../rows/columns.ts';
import { accountOfItem } from '../accounts/account-items.ts';
import { identityEntity } from '../accounts/identity-entity.ts';
import { deleteEach } from '../client/delete-each.ts';
import { queryAll } from '../client/query-all.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { type Write, writeTogether } from '../client/transactional-write.ts';

const readMember = dynamoItem('members', { projectId: text });

const IS_ENDING = 'attribute_exists(deletedAt) AND projectCount = :none';
const [BY_MEMBER] = TABLES.members.indexes;

/**
 * The account and how it is found go together: whoever signs in next makes another. Its count of images stays, nothing by then: it tells where those were
 * moved to that it handed over.
 */
export function createForgetAccount(
  client: DynamoDBDocumentClient,
  tables: { readonly projects: string; readonly members: string },
): ProjectRemains['forgetAccount'] {
  const { projects, members } = tables;
  const leaveAll = async (accountId: string): Promise<void> => {
    const items = await queryAll(client, {
      TableName: members,
      IndexName: BY_MEMBER.name,
      KeyConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':account': accountId },
    });
    const keys = items.map((item) => ({ ...readMember(item), accountId }));
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
    return (await writeTogether(client, writes)).size === 0;
  };
}
