import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../../core/foundation/dynamodb-tables.ts';
import type {
  MemberChange,
  MembershipStore,
} from '../../../core/ports/members/membership-store.ts';
import { queryAll } from '../client/query-all.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { checkRole, getMember, membershipOf, writeRole } from './member-rows.ts';

const [BY_MEMBER] = TABLES.members.indexes;

interface MemberTables {
  readonly members: string;
  readonly projects: string;
}

/** Requires within a transaction that a project is not on an account's plan. */
function checkNotOn(table: string, { projectId, accountId }: MemberChange): Write {
  return {
    ConditionCheck: {
      TableName: table,
      Key: { entity: projectId },
      ConditionExpression: 'accountId <> :account',
      ExpressionAttributeValues: { ':account': accountId },
    },
  };
}

function changingWrites({ members, projects }: MemberTables, change: MemberChange): Write[] {
  const { projectId, accountId, previous, role, by } = change;
  const isByAnother = by.accountId !== accountId;
  return [
    writeRole(members, { projectId, accountId }, previous, role),
    ...(role === 'owner' ? [] : [checkNotOn(projects, change)]),
    ...(isByAnother ? [checkRole(members, { projectId, accountId: by.accountId }, by.role)] : []),
  ];
}
const PLAN = 1;

/** Memberships of projects in DynamoDB; the list of a user's projects may lag by a moment. */
export function createDynamoMembershipStore(
  client: DynamoDBDocumentClient,
  tables: MemberTables,
): MembershipStore {
  const table = tables.members;
  return {
    getMembership: (projectId, accountId) => getMember(client, table, { projectId, accountId }),
    listProjectsOf: async (accountId) => {
      const items = await queryAll(client, {
        TableName: table,
        IndexName: BY_MEMBER.name,
        KeyConditionExpression: 'accountId = :account',
        ExpressionAttributeValues: { ':account': accountId },
      });
      return items.map(membershipOf);
    },
    listMembers: async (projectId) => {
      const items = await queryAll(client, {
        TableName: table,
        ConsistentRead: true,
        // the table also holds invitations
        KeyConditionExpression: 'projectId = :project AND begins_with(accountId, :account)',
        ExpressionAttributeValues: { ':project': projectId, ':account': 'acc_' },
      });
      return items.map(membershipOf).sort((a, b) => a.createdAt - b.createdAt);
    },
    changeMember: async (change) => {
      const failed = await writeTransaction(client, changingWrites(tables, change));
      if (failed.size === 0) return 'changed';
      const isPlanAlone = failed.size === 1 && failed.has(PLAN) && change.role !== 'owner';
      return isPlanAlone ? 'last_owner' : 'outdated';
    },
  };
}
