import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Route } from '../../../core/images/old-path.ts';
import type { RouteStore } from '../../../core/ports/projects/route-store.ts';
import { type Row, text } from '../../rows/columns.ts';
import { deleteAll } from '../client/delete-all.ts';
import { putAll } from '../client/put-all.ts';
import { queryAll } from '../client/query-all.ts';
import { dynamoItem, dynamoValue } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';

const readRoute = dynamoItem('images', { part: text, target: text });

/** The route in an item. */
export function routeOfItem(item: Row): Route {
  const { part, target } = readRoute(item);
  return { path: part, target };
}

/** The item of a route. */
export function routeItem(projectId: string, { path, target }: Route) {
  return { id: routesKey(projectId), part: path, target };
}

/** The partition of a project's routes; the sort key is the old path. */
function routesKey(projectId: string): string {
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
      const items = [...targets].map(([path, target]) => routeItem(projectId, { path, target }));
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
      const routes = Items.map(routeOfItem);
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
