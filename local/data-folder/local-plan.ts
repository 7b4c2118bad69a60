import { createSqliteProjectStore } from '../../adapters/sqlite/projects/project-store.ts';
import {
  type ConfiguredPlans,
  createPlanNamed,
  PLANS,
  type Plan,
} from '../../core/projects/plans.ts';
import { LOCAL_ACCOUNT_ID } from './local-account.ts';
import { openRecords } from './open-records.ts';

/** The stored plan of the local account; the data folder is this process's already. */
export async function readLocalPlan(dataDir: string, plans: ConfiguredPlans): Promise<Plan> {
  const db = openRecords(dataDir);
  try {
    const projects = createSqliteProjectStore(db, createPlanNamed(plans));
    const [first] = await projects.listProjects(LOCAL_ACCOUNT_ID);
    return first?.plan ?? PLANS.free;
  } finally {
    db.close();
  }
}
