import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../../core/foundation/dynamodb-tables.ts';
import type { ProjectStore } from '../../../core/ports/projects/project-store.ts';
import { createPlanNamed, type Plan, type PlanNamed } from '../../../core/projects/plans.ts';
import type { NewProject, Project, ProjectEnd } from '../../../core/projects/project.ts';
import { DEFAULT_SETTINGS, type ProjectSettings } from '../../../core/projects/project-settings.ts';
import { countProject, projectItem } from '../client/project-count.ts';
import { queryAll } from '../client/query-all.ts';
import { withRetry } from '../client/retry.ts';
import { writeTogether } from '../client/transactional-write.ts';

/** Settings that a project never named are absent. */
type ProjectItem = Omit<NewProject, 'plan' | 'settings'> &
  Partial<ProjectSettings> &
  Partial<ProjectEnd> &
  Pick<Project, 'suspension'>;
const [BY_ACCOUNT] = TABLES.projects.indexes;

function settingsOf(item: Partial<ProjectSettings>): ProjectSettings {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof ProjectSettings)[];
  const known = names.map((name) => [name, item[name] ?? DEFAULT_SETTINGS[name]]);
  return Object.fromEntries(known);
}

/** Where it isn't said, the project is older than names that can be changed. */
function isDefaultItem({ isDefault, name }: Pick<ProjectItem, 'isDefault' | 'name'>): boolean {
  return isDefault ?? name === 'default';
}

function suspensionOf({ suspension }: Pick<ProjectItem, 'suspension'>) {
  return suspension ? { suspension } : {};
}

function projectOf(item: ProjectItem, plan: Plan): Project {
  const { projectId, accountId, name, allowedOrigins, createdAt, deletedAt, purgeAt } = item;
  const isDeleted = deletedAt !== undefined && purgeAt !== undefined;
  return {
    projectId,
    accountId,
    name,
    allowedOrigins,
    plan,
    createdAt,
    settings: settingsOf(item),
    isDefault: isDefaultItem(item),
    deletion: isDeleted ? { deletedAt, purgeAt } : null,
    ...suspensionOf(item),
  };
}

/** An update that sets these attributes of a project that is there and not deleted. */
function settingUpdate(attributes: Readonly<Record<string, unknown>>) {
  const names = Object.keys(attributes);
  return {
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ConditionExpression: 'attribute_exists(entity) AND attribute_not_exists(deletedAt)',
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
      TableName: table,
      Key: { entity: projectId },
      ...update,
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
  const listItems = (accountId: string) =>
    queryAll(client, {
      TableName: table,
      IndexName: BY_ACCOUNT.name,
      KeyConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':account': accountId },
    });
  /** Of an account of before its projects were counted: the index has long caught up. */
  const countUncounted = async (accountId: string): Promise<number> => {
    const account = await get(accountId);
    return account?.projectCount === undefined ? (await listItems(accountId)).length : 0;
  };
  const addProject: ProjectStore['addProject'] = async (project, maxProjects = null) => {
    const uncounted = await countUncounted(project.accountId);
    const put = { TableName: table, Item: projectItem(project) };
    const failed = await writeTogether(client, [
      countProject(table, project, maxProjects, uncounted),
      { Put: { ...put, ConditionExpression: 'attribute_not_exists(entity)' } },
    ]);
    if (failed.has(1)) throw new Error('the project already exists');
    return failed.size > 0 ? 'quota_exceeded' : 'added';
  };
  return {
    getProject: async (projectId) => {
      const item = (await get(projectId)) as ProjectItem | undefined;
      return item && projectOf(item, await planOf(item.accountId));
    },
    listProjects: async (accountId) => {
      const items = await listItems(accountId);
      if (items.length === 0) return [];
      const plan = await planOf(accountId);
      return items.map((item) => projectOf(item as unknown as ProjectItem, plan));
    },
    addProject,
    setAllowedOrigins: async (projectId, origins) =>
      void (await set(projectId, { allowedOrigins: origins })),
    getSettings: async (projectId) => {
      const item = await get(projectId);
      if (!item || item.deletedAt !== undefined) return undefined;
      return { ...settingsOf(item), ...suspensionOf(item) };
    },
    changeSettings: async (projectId, change) => {
      const item = await get(projectId);
      if (!item || item.deletedAt !== undefined) return false;
      if (Object.keys(change).length === 0) return true;
      // the name no longer tells it once it has changed
      const isDefault = isDefaultItem(item as ProjectItem);
      return set(projectId, { ...change, isDefault });
    },
  };
}
