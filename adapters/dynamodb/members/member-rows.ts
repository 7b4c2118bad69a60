import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Role } from '../../../core/accounts/roles.ts';
import type { Membership } from '../../../core/ports/members/membership-store.ts';
import { MEMBERSHIP } from '../../rows/member-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import type { Write } from '../client/transactional-write.ts';

export type MemberKey = Pick<Membership, 'projectId' | 'accountId'>;

const ROLE = { '#role': 'role' };

/** Also from a whole membership: DynamoDB refuses a key with an additional attribute. */
const keyOf = ({ projectId, accountId }: MemberKey): MemberKey => ({ projectId, accountId });

/** The membership in an item. */
export const membershipOf = dynamoItem('members', MEMBERSHIP);

/** A user's membership, read consistently. */
export async function getMember(
  client: DynamoDBDocumentClient,
  table: string,
  member: MemberKey,
): Promise<Membership | undefined> {
  const Key = keyOf(member);
  const command = new GetCommand({ TableName: table, Key, ConsistentRead: true });
  const { Item } = await withRetry(() => client.send(command));
  return membershipOf(Item);
}

/** Gives a member a role, or removes them (null), if their role is still `was`. */
export function writeRole(
  table: string,
  member: MemberKey,
  previous: Role,
  role: Role | null,
): Write {
  const condition = {
    TableName: table,
    Key: keyOf(member),
    ExpressionAttributeNames: ROLE,
    ConditionExpression: '#role = :was',
  };
  const values = { ':was': previous };
  if (role === null) return { Delete: { ...condition, ExpressionAttributeValues: values } };
  return {
    Update: {
      ...condition,
      UpdateExpression: 'SET #role = :role',
      ExpressionAttributeValues: { ...values, ':role': role },
    },
  };
}

/** Requires within a transaction that a member's role is unchanged. */
export function checkRole(table: string, member: MemberKey, role: Role): Write {
  return {
    ConditionCheck: {
      TableName: table,
      Key: keyOf(member),
      ExpressionAttributeNames: ROLE,
      ConditionExpression: '#role = :role',
      ExpressionAttributeValues: { ':role': role },
    },
  };
}
