import { openDatabase } from '../../../adapters/sqlite/database/open-database.ts';
import { idsOf } from '../../../adapters/sqlite/edge-purge.ts';
import { createSqliteTakedowns } from '../../../adapters/sqlite/images/takedowns.ts';
import { createSqliteProjectMarks } from '../../../adapters/sqlite/projects/project-marks.ts';
import type { ClosingServices } from '../../../core/use-cases/moderation/suspend-project.ts';
import { databasePath } from '../../../local/data-folder/data-paths.ts';
import type { TestServices } from './make-services.ts';

/**
 * The operator's ports over the records of a test, as another process has them. `told` has the
 * purges of the edge, `waited` the number of waits.
 */
export function openOperator({ dataDir, services }: Pick<TestServices, 'dataDir' | 'services'>) {
  const db = openDatabase(databasePath(dataDir));
  const told: string[] = [];
  const closing: ClosingServices = {
    clock: services.clock,
    edge: {
      purge: async (images) => void told.push(...idsOf(images)),
      purgeProject: async (projectId) => void told.push(projectId),
    },
    untilNothingInFlight: async () => void told.push('waited'),
  };
  const ports = {
    projectMarks: createSqliteProjectMarks(db),
    takeDowns: createSqliteTakedowns(db),
  };
  return { ...closing, ...ports, told, close: () => db.close() };
}
