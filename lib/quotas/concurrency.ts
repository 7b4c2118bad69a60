import type { QuotaFacts } from './quota-facts.ts';

/** The quota that visitors and background work share. */
export const CONCURRENT_EXECUTIONS = {
  service: 'AWS Lambda',
  title: 'Concurrent executions',
  code: ['lambda', 'L-B99A9384'],
  usual: 1_000,
  newAccount: 10,
  source: 'AWS Lambda Developer Guide, “Lambda quotas”',
} as const satisfies QuotaFacts;

/**
 * New renditions of one page that a visitor's browser requests together: `verify` does the same.
 */
export const RENDITIONS_AT_ONCE = 12;

/**
 * AWS Lambda Developer Guide, "Configuring reserved concurrency": a reservation leaves so many
 * executions to the functions without one, or the deploy fails.
 */
export const NEVER_RESERVED = 100;
