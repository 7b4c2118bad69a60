import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Membership, MembershipStore } from '../../core/accounts/membership-store.ts';
import { TABLES } from '../../core/contract/tables.ts';
import { queryAll } from '../dynamodb-tables/query-all.ts';
import { withRetry } from '../dynamodb-tables/retry.ts';

const [BY_MEMBER] = TABLES.members.indexes;

function membershipOf(item: Record<string, unknown>): Membership {
  const { projectId, accountId, role, createdAt } = item as unknown as Membership;
  return { projectId, accountId, role, createdAt };
}

/** Who belongs to which project, in DynamoDB; a list of somebody's projects may be a moment behind. */
export function createDynamoMembershipStore(
  client: DynamoDBDocumentClient,
  table: string,
): MembershipStore {
  return {
    getMembership: async (projectId, accountId) => {
      const Key = { projectId, accountId };
      const command = new GetCommand({ TableName: table, Key, ConsistentRead: true });
      const { Item } = await withRetry(() => client.send(command));
      return Item && membershipOf(Item);
    },
    listProjectsOf: async (accountId) => {
      const items = await queryAll(client, {
        ...{ TableName: table, IndexName: BY_MEMBER.name },
        KeyConditionExpression: 'accountId = :account',
        ExpressionAttributeValues: { ':account': accountId },
      });
      return items.map(membershipOf);
    },
    listMembers: async (projectId) => {
      const items = await queryAll(client, {
        ...{ TableName: table, ConsistentRead: true },
        KeyConditionExpression: 'projectId = :project',
        ExpressionAttributeValues: { ':project': projectId },
      });
      return items.map(membershipOf).sort((a, b) => a.createdAt - b.createdAt);
    },
  };
}
