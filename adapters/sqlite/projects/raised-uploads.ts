import type { DatabaseSync } from 'node:sqlite';
import type { RaisedUploadLimits } from '../../../core/ports/projects/raised-uploads.ts';

/** Raised limits of uploads, in SQLite. */
export function createSqliteRaisedUploads(db: DatabaseSync): RaisedUploadLimits {
  const set = db.prepare('UPDATE projects SET raised_uploads = ? WHERE project_id = ?');
  return {
    raise: async (projectId, raised) => set.run(JSON.stringify(raised), projectId).changes > 0,
    reset: async (projectId) => set.run(null, projectId).changes > 0,
  };
}
