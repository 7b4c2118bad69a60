import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../core/contract/tables.ts';
import type { ProjectStore } from '../../core/ports.ts';
import { PLANS, type Plan, type PlanName } from '../../core/projects/plans.ts';
import type { Project } from '../../core/projects/project.ts';
import { withRetry } from '../dynamodb-tables/retry.ts';

type ProjectItem = Omit<Project, 'plan'>;
const [BY_ACCOUNT] = TABLES.projects.indexes;
const TAKEN = 'ConditionalCheckFailedException';

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
  const putNew = async (item: Record<string, unknown>): Promise<boolean> => {
    const ConditionExpression = 'attribute_not_exists(entity)';
    const command = new PutCommand({ TableName: table, Item: item, ConditionExpression });
    try {
      await withRetry(() => client.send(command));
      return true;
    } catch (error) {
      if ((error as Error).name === TAKEN) return false;
      throw error;
    }
  };
  return {
    getProject: async (projectId) => {
      const item = (await get(projectId)) as ProjectItem | undefined;
      return item && projectOf(item, await planOf(item.accountId));
    },
    listProjects: async (accountId) => {
      const command = new QueryCommand({
        TableName: table,
        IndexName: BY_ACCOUNT.name,
        KeyConditionExpression: 'accountId = :account',
        ExpressionAttributeValues: { ':account': accountId },
      });
      const { Items = [] } = await withRetry(() => client.send(command));
      if (Items.length === 0) return [];
      const plan = await planOf(accountId);
      return Items.map((item) => projectOf(item as ProjectItem, plan));
    },
    addProject: async ({ plan, ...project }) => {
      await putNew({ entity: project.accountId, plan: plan.name }); // the account may be there
      if (!(await putNew({ entity: project.projectId, ...project }))) {
        throw new Error('there is such a project already');
      }
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
        if (error.name !== TAKEN) throw error; // no such project: nothing to set, as in every other store
      });
    },
  };
}
