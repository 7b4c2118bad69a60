import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../core/contract/tables.ts';
import type { ProjectStore } from '../../core/ports.ts';
import { PLANS, type Plan, type PlanName } from '../../core/projects/plans.ts';
import type { Project } from '../../core/projects/project.ts';
import { queryAll } from '../dynamodb-tables/query-all.ts';
import { withRetry } from '../dynamodb-tables/retry.ts';
import { type Write, writeTogether } from '../dynamodb-tables/write-together.ts';

type ProjectItem = Omit<Project, 'plan'>;
const [BY_ACCOUNT] = TABLES.projects.indexes;

function projectOf(item: ProjectItem, plan: Plan): Project {
  const { projectId, accountId, name, allowedOrigins, createdAt } = item;
  return { projectId, accountId, name, allowedOrigins, plan, createdAt };
}

/** Projects and the accounts that own them, in DynamoDB. */
export function createDynamoProjectStore(
  client: DynamoDBDocumentClient,
  table: string,
): ProjectStore {
  const get = async (entity: string): Promise<Record<string, unknown> | undefined> => {
    const command = new GetCommand({ TableName: table, Key: { entity }, ConsistentRead: true });
    return (await withRetry(() => client.send(command))).Item;
  };
  const planOf = async (accountId: string): Promise<Plan> => {
    const account = await get(accountId);
    return PLANS[(account?.plan as PlanName | undefined) ?? 'free'];
  };
  const addingWrites = ({ plan, ...project }: Project): Write[] => [
    {
      Update: {
        TableName: table,
        Key: { entity: project.accountId },
        UpdateExpression: 'SET #plan = if_not_exists(#plan, :plan)', // the account may be there
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: { ':plan': plan.name },
      },
    },
    {
      Put: {
        TableName: table,
        Item: { entity: project.projectId, ...project },
        ConditionExpression: 'attribute_not_exists(entity)',
      },
    },
  ];
  return {
    getProject: async (projectId) => {
      const item = (await get(projectId)) as ProjectItem | undefined;
      return item && projectOf(item, await planOf(item.accountId));
    },
    listProjects: async (accountId) => {
      const items = await queryAll(client, {
        TableName: table,
        IndexName: BY_ACCOUNT.name,
        KeyConditionExpression: 'accountId = :account',
        ExpressionAttributeValues: { ':account': accountId },
      });
      if (items.length === 0) return [];
      const plan = await planOf(accountId);
      return items.map((item) => projectOf(item as unknown as ProjectItem, plan));
    },
    addProject: async (project) => {
      const failed = await writeTogether(client, addingWrites(project));
      if (failed.size > 0) throw new Error('there is such a project already');
    },
    setAllowedOrigins: async (projectId, origins) => {
      const command = new UpdateCommand({
        TableName: table,
        Key: { entity: projectId },
        UpdateExpression: 'SET allowedOrigins = :origins',
        ConditionExpression: 'attribute_exists(entity)',
        ExpressionAttributeValues: { ':origins': origins },
      });
      await withRetry(() => client.send(command)).catch((error: Error) => {
        if (error.name !== 'ConditionalCheckFailedException') throw error; // no such project: nothing to set, as in every other store
      });
    },
  };
}
