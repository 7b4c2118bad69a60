import type { Plan } from './plans.ts';

export interface Project {
  readonly projectId: string;
  readonly accountId: string;
  readonly name: string;
  /** Web origins by the grammar of allowed-origins. */
  readonly allowedOrigins: readonly string[];
  /** The account's. */
  readonly plan: Plan;
  readonly createdAt: number;
}
