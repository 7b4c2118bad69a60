import type { DatabaseSync } from 'node:sqlite';
import type { RouteStore } from '../../../core/ports/projects/route-store.ts';
import { number, text } from '../../rows/columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteRow, sqliteValue } from '../database/read-row.ts';

const readRoute = sqliteRow('routes', { path: text, target: text });

/** The routes of projects, in SQLite. */
export function createSqliteRouteStore(db: DatabaseSync): RouteStore {
  const get = db.prepare('SELECT path, target FROM routes WHERE project_id = ? AND path = ?');
  const put = db.prepare(
    `INSERT INTO routes (project_id, path, target) VALUES (?, ?, ?)
     ON CONFLICT (project_id, path) DO UPDATE SET target = excluded.target`,
  );
  const countAll = db.prepare('SELECT count(*) AS count FROM routes WHERE project_id = ?');
  const list = db.prepare(
    'SELECT path, target FROM routes WHERE project_id = ? AND path > ? ORDER BY path LIMIT ?',
  );
  const remove = db.prepare('DELETE FROM routes WHERE project_id = ? AND path = ?');
  return {
    getTarget: async (projectId, path) => readRoute(get.get(projectId, path))?.target,
    putRoutes: async (projectId, routes, maxRoutes) =>
      inTransaction(db, () => {
        const added = new Set(routes.map(({ path }) => path));
        const known = [...added].filter((path) => get.get(projectId, path) !== undefined).length;
        const count = sqliteValue('routes', countAll.get(projectId), 'count', number);
        if (count + added.size - known > maxRoutes) return false;
        for (const { path, target } of routes) put.run(projectId, path, target);
        return true;
      }),
    listRoutes: async (projectId, limit, after) => {
      const rows = list.all(projectId, after ?? '', limit + 1).map((row) => readRoute(row));
      const routes = rows.slice(0, limit);
      return { routes, next: rows.length > limit ? (routes.at(-1)?.path ?? null) : null };
    },
    removeRoutes: async (projectId, paths) =>
      inTransaction(db, () => {
        for (const path of paths) remove.run(projectId, path);
      }),
  };
}
