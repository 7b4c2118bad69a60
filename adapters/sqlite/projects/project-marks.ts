import type { DatabaseSync } from 'node:sqlite';
import type { ProjectMarks } from '../../../core/ports/projects/project-marks.ts';
import { fromReserve } from '../database/open-database.ts';

/** The operator's marks, in SQLite; a suspension also where the disk is full. */
export function createSqliteProjectMarks(db: DatabaseSync): ProjectMarks {
  const mark = (column: 'suspension' | 'raised_uploads') => {
    const set = db.prepare(`UPDATE projects SET ${column} = ? WHERE project_id = ?`);
    return (projectId: string, value: object | null) =>
      set.run(value && JSON.stringify(value), projectId).changes > 0;
  };
  const [suspend, raise] = [mark('suspension'), mark('raised_uploads')];
  return {
    suspend: async (projectId, suspension) => fromReserve(db, () => suspend(projectId, suspension)),
    raiseUploads: async (projectId, raised) => raise(projectId, raised),
  };
}
