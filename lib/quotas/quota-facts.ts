/** A quota as AWS documents it. */
export interface QuotaFacts {
  readonly service: string;
  /** AWS's name of it. */
  readonly title: string;
  /** By which Service Quotas knows it: the codes of service and quota. */
  readonly code?: readonly [service: string, quota: string];
  /** Of a count there is none. */
  readonly unit?: string;
  /** AWS's default. */
  readonly usual: number;
  /** The value for a new account, where it is lower. */
  readonly newAccount?: number;
  /** The page of AWS that has the default. */
  readonly source: string;
}
