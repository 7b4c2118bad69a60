import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfiguredPlans } from '../../core/projects/plans.ts';
import { readPlans } from '../../core/projects/read-plans.ts';

/** The file with the additional plans of a data folder. */
export function plansPath(dataDir: string): string {
  return join(dataDir, 'plans.json');
}

/**
 * The plans of a data folder, none where it has no such file; an Error that lists every fault of
 * it.
 */
export function readConfiguredPlans(dataDir: string): ConfiguredPlans {
  const path = plansPath(dataDir);
  if (!existsSync(path)) return {};
  try {
    return readPlans(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}
