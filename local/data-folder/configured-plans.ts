import { join } from 'node:path';
import { readStoredText } from '../../adapters/folder/disk/stored-json.ts';
import type { ConfiguredPlans } from '../../core/projects/plans.ts';
import { readPlans } from '../../core/projects/read-plans.ts';
import { DataFolderError } from './private-data-folder.ts';

/** The file with the additional plans of a data folder. */
export function plansPath(dataDir: string): string {
  return join(dataDir, 'plans.json');
}

/**
 * The plans of a data folder, none where it has no such file. Throws a DataFolderError that lists
 * every fault of it.
 */
export function readConfiguredPlans(dataDir: string): ConfiguredPlans {
  const path = plansPath(dataDir);
  const read = readStoredText(path);
  if (read.fault === 'missing') return {};
  if (read.fault !== undefined)
    throw new DataFolderError(`${path} ${read.fault.words}; remove or replace it.`);
  try {
    return readPlans(read.value);
  } catch (error) {
    throw new DataFolderError(`${path}: ${(error as Error).message}`);
  }
}
