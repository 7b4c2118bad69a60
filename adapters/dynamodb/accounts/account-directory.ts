import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type {
  AccountDirectory,
  ListedAccount,
} from '../../../core/ports/members/account-directory.ts';
import { orNull, type Row, text } from '../../rows/columns.ts';
import { dynamoValue } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { updateEntity } from '../client/update-entity.ts';
import { accountOfItem } from './account-rows.ts';

function listedOf(item: Row): ListedAccount {
  const { accountId, identity, plan, createdAt } = accountOfItem(item);
  return { accountId, identity, plan, createdAt };
}

/**
 * Every account, in DynamoDB: pages of a scan of the table that also holds projects. An index of
 * accounts would cost a write for each new account, and only operators list them.
 */
export function createDynamoAccountDirectory(
  client: DynamoDBDocumentClient,
  table: string,
): AccountDirectory {
  const scan = async (after: string | null) => {
    const command = new ScanCommand({
      TableName: table,
      FilterExpression: 'begins_with(entity, :account)',
      ExpressionAttributeValues: { ':account': 'acc_' },
      ConsistentRead: true,
      ...(after === null ? {} : { ExclusiveStartKey: { entity: after } }),
    });
    const { Items = [], LastEvaluatedKey } = await withRetry(() => client.send(command));
    const next = dynamoValue('projects', LastEvaluatedKey, 'entity', orNull(text));
    return { found: Items.map(listedOf), next };
  };
  return {
    listAccounts: async (limit, after) => {
      const accounts: ListedAccount[] = [];
      let next = after;
      do {
        const page = await scan(next);
        for (const account of page.found) accounts.push(account);
        next = page.next;
      } while (next !== null && accounts.length < limit);
      const kept = accounts.slice(0, limit);
      // if some are left over, any scanned key can be the next start
      return {
        accounts: kept,
        next: accounts.length > limit ? (kept.at(-1)?.accountId ?? null) : next,
      };
    },
    setPlan: (accountId, plan) =>
      updateEntity(
        client,
        { table, entity: accountId },
        {
          UpdateExpression: 'SET #plan = :plan',
          ExpressionAttributeNames: { '#plan': 'plan' },
          ExpressionAttributeValues: { ':plan': plan },
        },
      ),
  };
}
