import type { DatabaseSync } from 'node:sqlite';
import type { ThumbnailSecrets } from '../../../core/ports/projects/thumbnail-secrets.ts';
import { orNull, text } from '../../rows/columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readSecret = sqliteRow('projects', { thumbnailSecret: orNull(text) });

/** The keys of thumbnails in SQLite, in the rows of their projects. */
export function createSqliteThumbnailSecrets(db: DatabaseSync): ThumbnailSecrets {
  const get = db.prepare('SELECT thumbnail_secret FROM projects WHERE project_id = ?');
  const add = db.prepare('UPDATE projects SET thumbnail_secret = ? WHERE project_id = ?');
  const find = (projectId: string) => readSecret(get.get(projectId))?.thumbnailSecret ?? undefined;
  return {
    find: async (projectId) => find(projectId),
    findOrAdd: async (projectId, secret) =>
      find(projectId) ??
      inTransaction(db, () => {
        const known = find(projectId);
        if (known === undefined) add.run(secret, projectId);
        return known ?? secret;
      }),
  };
}
