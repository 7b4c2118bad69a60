import { ACCOUNT_QUOTA_NAMES, type AccountQuotaName, accountQuota } from './account-quotas.ts';
import type { ResourceCounts } from './counts.ts';
import { RESOURCES_ALWAYS, RESOURCES_OF_PARTS } from './generated/counted-resources.ts';
import { type GivenSettings, partsOf } from './stage-parts.ts';

/** The resources of a stage with these settings, its stack itself among them. */
export function resourcesOf(given: GivenSettings): ResourceCounts {
  const all = [RESOURCES_ALWAYS, ...partsOf(given).map((part) => RESOURCES_OF_PARTS[part])];
  const counts: Record<string, number> = { 'AWS::CloudFormation::Stack': 1 };
  for (const [type, count] of all.flatMap((part) => Object.entries(part))) {
    counts[type] = (counts[type] ?? 0) + count;
  }
  return counts;
}

/** How much of each quota of an account these resources take, in its unit. */
export function amountsOf(counts: ResourceCounts): Readonly<Record<AccountQuotaName, number>> {
  const amounts = ACCOUNT_QUOTA_NAMES.map((name) => {
    const parts = Object.entries(accountQuota(name).takes);
    return [name, parts.reduce((sum, [type, each]) => sum + each * (counts[type] ?? 0), 0)];
  });
  return Object.fromEntries(amounts);
}
