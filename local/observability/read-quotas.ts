import { createSqliteAccountStore } from '../../adapters/sqlite/accounts/account-store.ts';
import { createSqliteLiftedLimits } from '../../adapters/sqlite/accounts/lifted-limits.ts';
import { createSqliteUsageStore } from '../../adapters/sqlite/usage/usage-store.ts';
import { createPlanNamed, monthOf } from '../../core/projects/plans.ts';
import { LOCAL_ACCOUNT_ID } from '../data-folder/local-account.ts';
import type { LocalDatabase } from '../data-folder/open-records.ts';
import type { LocalSettings } from '../lambda/local-services.ts';
import type { QuotaState } from './metrics.ts';

/** The quotas of the local account on the plan of this start; accounts of users are left out. */
export async function readQuotas(
  db: LocalDatabase,
  { plan, plans }: Pick<LocalSettings, 'plan' | 'plans'>,
): Promise<readonly QuotaState[]> {
  const planNamed = createPlanNamed(plans, () => {});
  const accounts = createSqliteAccountStore(db, planNamed);
  const account = await accounts.getAccount(LOCAL_ACCOUNT_ID);
  if (!account) return [];
  const isLifted = createSqliteLiftedLimits(db).isLifted(LOCAL_ACCOUNT_ID);
  const limits = plan === null || isLifted ? account.plan : planNamed(plan);
  const usage = createSqliteUsageStore(db);
  const used = await usage.ofAccount(LOCAL_ACCOUNT_ID, monthOf(Date.now()));
  return [
    { quota: 'images', used: used.images, limit: limits.maxImages },
    {
      quota: 'transformations',
      used: used.transformations,
      limit: limits.maxTransformationsPerMonth,
    },
    {
      quota: 'bandwidth_bytes',
      used: used.bandwidthBytes,
      limit: limits.maxBandwidthBytesPerMonth,
    },
  ];
}
