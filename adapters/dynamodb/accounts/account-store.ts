import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../../core/accounts/account.ts';
import type { AccountStore, OpenedAccount } from '../../../core/ports/members/account-store.ts';
import { createPlanNamed, type PlanNamed } from '../../../core/projects/plans.ts';
import type { NewProject } from '../../../core/projects/project.ts';
import { countProject, LIVES, projectItem, UNCOUNTED_USER } from '../client/project-count.ts';
import { untilAnswered, withRetry } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { accountOfItem, identityEntity, readIdentity } from './account-rows.ts';

/** Names of the tables with users. */
export interface UserTables {
  readonly projects: string;
  readonly members: string;
}

function putNew(table: string, item: Record<string, unknown>, hash: string): Write {
  return {
    Put: { TableName: table, Item: item, ConditionExpression: `attribute_not_exists(${hash})` },
  };
}

function ownedProject(tables: UserTables, project: NewProject): Write[] {
  const { projectId, accountId, createdAt } = project;
  const owner = { projectId, accountId, role: 'owner', createdAt };
  return [
    putNew(tables.projects, projectItem(project), 'entity'),
    putNew(tables.members, owner, 'projectId'),
  ];
}

function openingWrites(
  tables: UserTables,
  { accountId, identity, plan, createdAt }: OpenedAccount,
  project: NewProject,
): Write[] {
  const account = { entity: accountId, plan: plan.name, ...identity, createdAt, projectCount: 1 };
  return [
    putNew(tables.projects, { entity: identityEntity(identity), accountId }, 'entity'),
    putNew(tables.projects, account, 'entity'),
    ...ownedProject(tables, project),
  ];
}

function addingWrites(tables: UserTables, project: NewProject, max: number | null): Write[] {
  return [
    countProject(tables.projects, project, max, UNCOUNTED_USER, LIVES),
    ...ownedProject(tables, project),
  ];
}

/** Users' accounts in DynamoDB, read consistently. */
export function createDynamoAccountStore(
  client: DynamoDBDocumentClient,
  tables: UserTables,
  planNamed: PlanNamed = createPlanNamed(),
): AccountStore {
  const get = async (entity: string): Promise<Record<string, unknown> | undefined> => {
    const command = new GetCommand({
      TableName: tables.projects,
      Key: { entity },
      ConsistentRead: true,
    });
    return (await withRetry(() => client.send(command))).Item;
  };
  const getAccount: AccountStore['getAccount'] = async (accountId) => {
    const item = await get(accountId);
    if (!item) return undefined;
    const { projectCount: _, plan, ...account } = accountOfItem(item);
    return { ...account, plan: planNamed(plan) };
  };
  const findByIdentity: AccountStore['findByIdentity'] = async (identity) => {
    const known = readIdentity(await get(identityEntity(identity)));
    return known && getAccount(known.accountId);
  };
  return {
    getAccount,
    findByIdentity,
    openAccount: (account, project) =>
      untilAnswered<Account>(async (patience) => {
        const known = await findByIdentity(account.identity);
        if (known) return known;
        const failed = await writeTransaction(
          client,
          openingWrites(tables, account, project),
          patience,
        );
        return failed.size === 0 ? account : undefined; // else another sign-in came between
      }),
    countProjects: async (accountId) => {
      const account = await get(accountId);
      return account ? (accountOfItem(account).projectCount ?? UNCOUNTED_USER) : 0;
    },
    addProject: async (project, maxProjects) => {
      const failed = await writeTransaction(client, addingWrites(tables, project, maxProjects));
      if (failed.size === 0) return 'added';
      const account = await getAccount(project.accountId);
      return account && account.deletedAt === undefined ? 'quota_exceeded' : 'deleting';
    },
  };
}
