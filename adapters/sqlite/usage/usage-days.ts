import type { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '../../../core/foundation/limits.ts';
import { type DayCount, type DayUsage, dayOf } from '../../../core/metering/usage-days.ts';
import type { UsageStore } from '../../../core/ports/projects/usage-store.ts';
import { type ColumnsOf, number, text } from '../../rows/columns.ts';
import { inTransaction, withoutSync } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readDay = sqliteRow('project_days', {
  day: text,
  images: number,
  transformations: number,
  bandwidthBytes: number,
} satisfies ColumnsOf<DayUsage & { readonly day: string }>);

/** The column of each count of a day. */
const COLUMN_OF: Readonly<Record<keyof DayUsage, string>> = {
  images: 'images',
  transformations: 'transformations',
  bandwidthBytes: 'bandwidth_bytes',
};

/** Adds to a project's day within a transaction; a new day ends the project's old ones. */
export function prepareAddToDay(db: DatabaseSync) {
  const dropEnded = db.prepare('DELETE FROM project_days WHERE project_id = ? AND day < ?');
  const open = db.prepare('INSERT OR IGNORE INTO project_days (project_id, day) VALUES (?, ?)');
  const prepareAdd = (column: string) =>
    db.prepare(
      `UPDATE project_days SET ${column} = ${column} + ? WHERE project_id = ? AND day = ?`,
    );
  const add: Readonly<Record<keyof DayUsage, ReturnType<typeof prepareAdd>>> = {
    images: prepareAdd(COLUMN_OF.images),
    transformations: prepareAdd(COLUMN_OF.transformations),
    bandwidthBytes: prepareAdd(COLUMN_OF.bandwidthBytes),
  };
  return (projectId: string, day: string, kind: keyof DayUsage, more: number): void => {
    const isNew = open.run(projectId, day).changes > 0;
    if (isNew) dropEnded.run(projectId, dayOf(Date.parse(day) - LIMITS.dayCountLifeMs));
    add[kind].run(more, projectId, day);
  };
}

/** Usage by day in SQLite: a row a project and day. */
export function createSqliteUsageDays(db: DatabaseSync): Pick<UsageStore, 'countOnDay' | 'ofDays'> {
  const addToDay = prepareAddToDay(db);
  const get = db.prepare('SELECT * FROM project_days WHERE project_id = ? AND day = ?');
  // the report's counts, which no quota depends on, don't wait for the disk
  const countOne = (projectId: string, day: string, kind: DayCount) =>
    withoutSync(db, () => inTransaction(db, () => addToDay(projectId, day, kind, 1)));
  return {
    countOnDay: async ({ projectId, day, kind }) => countOne(projectId, day, kind),
    ofDays: async (projectId, days) => {
      const found = days.flatMap((day) => {
        const row = readDay(get.get(projectId, day));
        if (!row) return [];
        const { day: _, ...used } = row;
        return [[day, used] as const];
      });
      return new Map(found);
    },
  };
}
