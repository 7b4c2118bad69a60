import { createSqliteLiftedLimits } from '../../adapters/sqlite/accounts/lifted-limits.ts';
import { createSqliteProjectStore } from '../../adapters/sqlite/projects/project-store.ts';
import {
  type ConfiguredPlans,
  createPlanNamed,
  findPlan,
  PLANS,
  type Plan,
} from '../../core/projects/plans.ts';
import { LOCAL_ACCOUNT_ID } from './local-account.ts';
import { openRecords } from './open-records.ts';

/** The plan of the local account, and whether the console lifted its limits. */
export interface LocalPlan {
  readonly plan: Plan;
  readonly isLifted: boolean;
}

/**
 * The plan of the local account in a start: `--plan` replaces the stored one, unless the console
 * lifted the limits (local.lifted-limits). The data folder is this process's already.
 */
export async function readLocalPlan(
  dataDir: string,
  plans: ConfiguredPlans,
  planOfStart: string | null,
): Promise<LocalPlan> {
  const db = openRecords(dataDir);
  try {
    const projects = createSqliteProjectStore(db, createPlanNamed(plans));
    const [first] = await projects.listProjects(LOCAL_ACCOUNT_ID);
    const isLifted = createSqliteLiftedLimits(db).isLifted(LOCAL_ACCOUNT_ID);
    const ofStart = planOfStart === null || isLifted ? undefined : findPlan(planOfStart, plans);
    return { plan: ofStart ?? first?.plan ?? PLANS.free, isLifted };
  } finally {
    db.close();
  }
}
