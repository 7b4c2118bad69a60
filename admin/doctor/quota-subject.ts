import type { AccountQuota, AccountQuotaName } from '../../lib/quotas/account-quotas.ts';
import type { ResourceCounts } from '../../lib/quotas/counts.ts';
import type { GivenSettings } from '../../lib/quotas/stage-parts.ts';

/** Concurrent executions of the account in the region. */
export interface Executions {
  /** That all functions may have together. */
  readonly concurrent: number;
  /** That functions of others have reserved. */
  readonly reservedByOthers: number;
}

/** The quotas of an account and their used amounts; every method only reads. */
export interface QuotaSubject {
  /** Those that aren't the default; undefined where the stack doesn't exist or doesn't say. */
  findDeployedSettings(): Promise<GivenSettings | undefined>;
  /** The resources of the stack, itself among them; none before its first deploy. */
  countResources(): Promise<ResourceCounts>;
  /** How much of a quota is used, in its unit; counting may stop above `enough`. */
  countUsed(name: AccountQuotaName, enough: number): Promise<number>;
  /** The account's quota in the table's unit; undefined where Service Quotas doesn't know it. */
  findQuota(quota: Pick<AccountQuota, 'code' | 'home' | 'factor'>): Promise<number | undefined>;
  getExecutions(): Promise<Executions>;
}
