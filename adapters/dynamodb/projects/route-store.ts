import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { RouteStore } from '../../../core/ports/projects/route-store.ts';
import { text } from '../../rows/columns.ts';
import { deleteAll, putAll } from '../client/delete-all.ts';
import { queryAll } from '../client/query-all.ts';
import { dynamoItem, dynamoValue } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';

const readRoute = dynamoItem('images', { part: text, target: text });

/** The partition of a project's routes; the sort key is the old path. */
export function routesKey(projectId: string): string {
  return `routes#${projectId}`;
}

/** The keys of all routes of a project. */
export async function listRouteKeys(
  client: DynamoDBDocumentClient,
  table: string,
  projectId: string,
): Promise<{ readonly id: string; readonly part: string }[]> {
  const id = routesKey(projectId);
  const items = await queryAll(client, {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: 'id = :id',
    ProjectionExpression: 'part',
    ExpressionAttributeValues: { ':id': id },
  });
  return items.map((item) => ({ id, part: dynamoValue('images', item, 'part', text) }));
}

/** The routes of projects, in the table of images. */
export function createDynamoRouteStore(client: DynamoDBDocumentClient, table: string): RouteStore {
  return {
    getTarget: async (projectId, path) => {
      const Key = { id: routesKey(projectId), part: path };
      const { Item } = await withRetry(() =>
        client.send(new GetCommand({ TableName: table, Key })),
      );
      return readRoute(Item)?.target;
    },
    putRoutes: async (projectId, routes, maxRoutes) => {
      const known = await listRouteKeys(client, table, projectId);
      const targets = new Map(routes.map(({ path, target }) => [path, target]));
      const all = new Set([...known.map(({ part }) => part), ...targets.keys()]);
      if (all.size > maxRoutes) return false;
      const id = routesKey(projectId);
      const items = [...targets].map(([part, target]) => ({ id, part, target }));
      await putAll(client, table, items);
      return true;
    },
    listRoutes: async (projectId, limit, after) => {
      const id = routesKey(projectId);
      const command = new QueryCommand({
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: 'id = :id',
        ExpressionAttributeValues: { ':id': id },
        Limit: limit,
        ...(after === null ? {} : { ExclusiveStartKey: { id, part: after } }),
      });
      const { Items = [], LastEvaluatedKey } = await withRetry(() => client.send(command));
      const routes = Items.map((item) => {
        const { part, target } = readRoute(item);
        return { path: part, target };
      });
      return { routes, next: LastEvaluatedKey ? (routes.at(-1)?.path ?? null) : null };
    },
    removeRoutes: (projectId, paths) => {
      const id = routesKey(projectId);
      return deleteAll(
        client,
        table,
        [...new Set(paths)].map((part) => ({ id, part })),
      );
    },
  };
}
