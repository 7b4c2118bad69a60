import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../core/contract/tables.ts';
import { createPlanNamed, type Plan, type PlanNamed } from '../../core/projects/plans.ts';
import type { NewProject, Project } from '../../core/projects/project.ts';
import { DEFAULT_SETTINGS, type ProjectSettings } from '../../core/projects/project-settings.ts';
import type { ProjectStore } from '../../core/projects/project-store.ts';
import { queryAll } from '../dynamodb-tables/query-all.ts';
import { withRetry } from '../dynamodb-tables/retry.ts';
import { type Write, writeTogether } from '../dynamodb-tables/write-together.ts';

/** Settings that a project never named are absent. */
type ProjectItem = Omit<NewProject, 'plan'> &
  Partial<ProjectSettings> &
  Pick<Project, 'suspension'>;
const [BY_ACCOUNT] = TABLES.projects.indexes;

function settingsOf(item: Partial<ProjectSettings>): ProjectSettings {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof ProjectSettings)[];
  const known = names.map((name) => [name, item[name] ?? DEFAULT_SETTINGS[name]]);
  return Object.fromEntries(known);
}

function suspensionOf({ suspension }: Pick<ProjectItem, 'suspension'>) {
  return suspension ? { suspension } : {};
}

function projectOf(item: ProjectItem, plan: Plan): Project {
  const { projectId, accountId, name, allowedOrigins, createdAt } = item;
  const settings = settingsOf(item);
  const own = { projectId, accountId, name, allowedOrigins, plan, createdAt, settings };
  return { ...own, ...suspensionOf(item) };
}

/** An update that sets these attributes of a project that is there. */
function settingUpdate(attributes: Readonly<Record<string, unknown>>) {
  const names = Object.keys(attributes);
  return {
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ConditionExpression: 'attribute_exists(entity)',
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      names.map((name) => [`:${name}`, attributes[name]]),
    ),
  };
}

/** Projects and the accounts that own them, in DynamoDB. */
export function createDynamoProjectStore(
  client: DynamoDBDocumentClient,
  table: string,
  planNamed: PlanNamed = createPlanNamed(),
): ProjectStore {
  const get = async (entity: string): Promise<Record<string, unknown> | undefined> => {
    const command = new GetCommand({ TableName: table, Key: { entity }, ConsistentRead: true });
    return (await withRetry(() => client.send(command))).Item;
  };
  const set = async (projectId: string, attributes: object): Promise<boolean> => {
    const update = settingUpdate({ ...attributes });
    const command = new UpdateCommand({
      ...{ TableName: table, Key: { entity: projectId }, ...update },
    });
    try {
      await withRetry(() => client.send(command));
      return true;
    } catch (error) {
      // no such project: nothing to set, as in every other store
      if ((error as Error).name === 'ConditionalCheckFailedException') return false;
      throw error;
    }
  };
  const planOf = async (accountId: string): Promise<Plan> => {
    const account = await get(accountId);
    return planNamed((account?.plan as string | undefined) ?? 'free');
  };
  const addingWrites = ({ plan, ...project }: NewProject): Write[] => [
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
    setAllowedOrigins: async (projectId, origins) =>
      void (await set(projectId, { allowedOrigins: origins })),
    getSettings: async (projectId) => {
      const item = await get(projectId);
      return item && { ...settingsOf(item), ...suspensionOf(item) };
    },
    changeSettings: async (projectId, change) =>
      Object.keys(change).length > 0
        ? set(projectId, change)
        : (await get(projectId)) !== undefined,
  };
}
