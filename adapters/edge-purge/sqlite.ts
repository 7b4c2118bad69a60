import type { DatabaseSync } from 'node:sqlite';
import type { ProjectPurge } from '../../core/projects/project-purge.ts';

/** Tells the edge of a running local service, whichever process it is told from; it looks before it answers. */
export function createSqliteProjectPurge(db: DatabaseSync): ProjectPurge {
  const add = db.prepare(`INSERT INTO edge_purges (project_id, number)
    VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM edge_purges))
    ON CONFLICT (project_id) DO UPDATE SET number = excluded.number`);
  return { purgeProject: async (projectId) => void add.run(projectId) };
}

/** Answers, at each call, the projects that were purged since the last; none at the first. */
export function watchProjectPurges(db: DatabaseSync): () => string[] {
  const newest = db.prepare('SELECT max(number) AS number FROM edge_purges');
  const newer = db.prepare('SELECT project_id, number FROM edge_purges WHERE number > ?');
  let seen = (newest.get() as { number: number | null }).number ?? 0;
  return () => {
    const rows = newer.all(seen) as { project_id: string; number: number }[];
    for (const { number } of rows) seen = Math.max(seen, number);
    return rows.map((row) => row.project_id);
  };
}
