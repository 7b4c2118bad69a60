import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Account, Identity } from '../../core/accounts/account.ts';
import type { AccountStore, OpenedAccount } from '../../core/accounts/account-store.ts';
import { createPlanNamed, type PlanNamed } from '../../core/projects/plans.ts';
import type { NewProject } from '../../core/projects/project.ts';
import { untilAnswered, withRetry } from '../dynamodb-tables/retry.ts';
import { type Write, writeTogether } from '../dynamodb-tables/write-together.ts';

/** Names of the tables that people stand in. */
export interface PeopleTables {
  readonly projects: string;
  readonly members: string;
}

interface AccountItem {
  readonly entity: string;
  readonly plan?: string;
  readonly issuer?: string;
  readonly subject?: string;
  readonly createdAt?: number;
}

function accountOf(item: AccountItem, planNamed: PlanNamed): Account {
  const { entity, plan = 'free', issuer, subject, createdAt = 0 } = item;
  const identity = issuer === undefined || subject === undefined ? null : { issuer, subject };
  return { accountId: entity, identity, plan: planNamed(plan), createdAt };
}

/** Of fixed length, whatever an issuer calls people. */
function identityEntity({ issuer, subject }: Identity): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return `identity#${hash}`;
}

function putNew(table: string, item: Record<string, unknown>, hash: string): Write {
  return {
    Put: { TableName: table, Item: item, ConditionExpression: `attribute_not_exists(${hash})` },
  };
}

function openingWrites(
  tables: PeopleTables,
  { accountId, identity, plan, createdAt }: OpenedAccount,
  { plan: _, ...project }: NewProject,
): Write[] {
  const owner = { projectId: project.projectId, accountId, role: 'owner', createdAt };
  const account = { entity: accountId, plan: plan.name, ...identity, createdAt };
  return [
    putNew(tables.projects, { entity: identityEntity(identity), accountId }, 'entity'),
    putNew(tables.projects, account, 'entity'),
    putNew(tables.projects, { entity: project.projectId, ...project }, 'entity'),
    putNew(tables.members, owner, 'projectId'),
  ];
}

/** People's accounts in DynamoDB, read consistently. */
export function createDynamoAccountStore(
  client: DynamoDBDocumentClient,
  tables: PeopleTables,
  planNamed: PlanNamed = createPlanNamed(),
): AccountStore {
  const get = async (entity: string): Promise<Record<string, unknown> | undefined> => {
    const command = new GetCommand({
      ...{ TableName: tables.projects, Key: { entity }, ConsistentRead: true },
    });
    return (await withRetry(() => client.send(command))).Item;
  };
  const getAccount: AccountStore['getAccount'] = async (accountId) => {
    const item = await get(accountId);
    return item && accountOf(item as unknown as AccountItem, planNamed);
  };
  const findByIdentity: AccountStore['findByIdentity'] = async (identity) => {
    const item = await get(identityEntity(identity));
    return item && getAccount(item.accountId as string);
  };
  return {
    getAccount,
    findByIdentity,
    openAccount: (account, project) =>
      untilAnswered<Account>(async (patience) => {
        const known = await findByIdentity(account.identity);
        if (known) return known;
        const failed = await writeTogether(
          client,
          openingWrites(tables, account, project),
          patience,
        );
        return failed.size === 0 ? account : undefined; // else another sign-in came between
      }),
  };
}
