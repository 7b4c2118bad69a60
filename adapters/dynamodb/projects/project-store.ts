import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { TABLES } from '../../../core/foundation/dynamodb-tables.ts';
import type { ProjectStore } from '../../../core/ports/projects/project-store.ts';
import { createPlanNamed, type Plan, type PlanNamed } from '../../../core/projects/plans.ts';
import type { OpenProject, Project } from '../../../core/projects/project.ts';
import { boolean, list, number, optional, type Row, text } from '../../rows/columns.ts';
import { raisedUploads, SETTINGS, spentBandwidth, suspension } from '../../rows/project-columns.ts';
import type { RecordRead } from '../../rows/read-row.ts';
import { accountOfItem } from '../accounts/account-rows.ts';
import { isWritten } from '../client/conditional-write.ts';
import { countProject, projectItem } from '../client/project-count.ts';
import { queryAll } from '../client/query-all.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { writeTransaction } from '../client/transactional-write.ts';

/** The project in an item, without its plan and settings. */
export const storedProjectOfItem = dynamoItem('projects', {
  projectId: text,
  accountId: text,
  name: text,
  allowedOrigins: list(text),
  createdAt: number,
  isDefault: optional(boolean),
  deletedAt: optional(number),
  purgeAt: optional(number),
  suspension: optional(suspension),
  raisedUploads: optional(raisedUploads),
  spentBandwidth: optional(spentBandwidth),
});
type StoredProject = RecordRead<typeof storedProjectOfItem>;

const readSettings = dynamoItem('projects', SETTINGS);
const [BY_ACCOUNT] = TABLES.projects.indexes;

/** Without it, the project is older than changeable names. */
export function isDefaultOf({ isDefault, name }: StoredProject): boolean {
  return isDefault ?? name === 'default';
}

/** The project in an item, without its plan and its end. */
function openProjectOf(item: Row, stored: StoredProject): OpenProject {
  const { deletedAt: _, purgeAt: __, ...project } = stored;
  return { ...project, settings: readSettings(item), isDefault: isDefaultOf(stored) };
}

function projectOf(item: Row, stored: StoredProject, plan: Plan): Project {
  const { deletedAt, purgeAt } = stored;
  const isDeleted = deletedAt !== undefined && purgeAt !== undefined;
  const deletion = isDeleted ? { deletedAt, purgeAt } : null;
  return { ...openProjectOf(item, stored), plan, deletion };
}

/** An update that sets these attributes of an existing project that is not deleted. */
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

/** Reads and conditional updates of the table of projects and accounts. */
function openTable(client: DynamoDBDocumentClient, table: string, planNamed: PlanNamed) {
  const get = async (entity: string): Promise<Record<string, unknown> | undefined> => {
    const command = new GetCommand({ TableName: table, Key: { entity }, ConsistentRead: true });
    return (await withRetry(() => client.send(command))).Item;
  };
  const getStored = async (projectId: string) => {
    const item = await get(projectId);
    return item && { item, project: storedProjectOfItem(item) };
  };
  const listItems = (accountId: string) =>
    queryAll(client, {
      TableName: table,
      IndexName: BY_ACCOUNT.name,
      KeyConditionExpression: 'accountId = :account',
      ExpressionAttributeValues: { ':account': accountId },
    });
  return {
    getStored,
    async planOf(accountId: string): Promise<Plan> {
      const account = await get(accountId);
      return planNamed(account ? accountOfItem(account).plan : 'free');
    },
    /** The project; undefined without one, and for one that is deleted. */
    async getLiving(projectId: string) {
      const found = await getStored(projectId);
      return found?.project.deletedAt === undefined ? found : undefined;
    },
    async set(projectId: string, attributes: object): Promise<boolean> {
      const update = settingUpdate({ ...attributes });
      const command = new UpdateCommand({
        TableName: table,
        Key: { entity: projectId },
        ...update,
      });
      return isWritten(() => client.send(command));
    },
    listItems,
    /** For an account from before its projects were counted: the index has caught up since. */
    async countUncounted(accountId: string): Promise<number> {
      const account = await get(accountId);
      const isCounted = account && accountOfItem(account).projectCount !== undefined;
      return isCounted ? 0 : (await listItems(accountId)).length;
    },
  };
}

/** Projects and the accounts that own them, in DynamoDB. */
export function createDynamoProjectStore(
  client: DynamoDBDocumentClient,
  table: string,
  planNamed: PlanNamed = createPlanNamed(),
): ProjectStore {
  const opened = openTable(client, table, planNamed);
  const { countUncounted, getStored, getLiving, planOf, set, listItems } = opened;
  return {
    getProject: async (projectId) => {
      const found = await getStored(projectId);
      return found && projectOf(found.item, found.project, await planOf(found.project.accountId));
    },
    getOpenProject: async (projectId) => {
      const living = await getLiving(projectId);
      return living && openProjectOf(living.item, living.project);
    },
    getPlan: planOf,
    listProjects: async (accountId) => {
      const items = await listItems(accountId);
      if (items.length === 0) return [];
      const plan = await planOf(accountId);
      return items.map((item) => projectOf(item, storedProjectOfItem(item), plan));
    },
    addProject: async (project, maxProjects = null) => {
      const uncounted = await countUncounted(project.accountId);
      const put = { TableName: table, Item: projectItem(project) };
      const failed = await writeTransaction(client, [
        countProject(table, project, maxProjects, uncounted),
        { Put: { ...put, ConditionExpression: 'attribute_not_exists(entity)' } },
      ]);
      if (failed.has(1)) throw new Error('the project already exists');
      return failed.size > 0 ? 'quota_exceeded' : 'added';
    },
    setAllowedOrigins: async (projectId, allowedOrigins) =>
      void (await set(projectId, { allowedOrigins })),
    noteSpentBandwidth: async (projectId, spentBandwidth) =>
      void (await set(projectId, { spentBandwidth })),
    changeSettings: async (projectId, change) => {
      const living = await getLiving(projectId);
      if (!living) return false;
      if (Object.keys(change).length === 0) return true;
      // a changed name no longer shows it
      return set(projectId, { ...change, isDefault: isDefaultOf(living.project) });
    },
  };
}
