import { currentProject, usage } from './projects.ts';

/** The quotas whose end refuses something. */
export type Wall = 'images' | 'transformations';

/** The rest of a quota; null has no limit, undefined isn't known yet. */
export function leftOf(wall: Wall): number | null | undefined {
  const quota = usage.value?.[wall];
  if (quota === undefined) return undefined;
  return quota.limit === null ? null : Math.max(0, quota.limit - quota.used);
}

/** Whether nothing is left of a quota that the project enforces. */
export const isFull = (wall: Wall) =>
  leftOf(wall) === 0 && currentProject.value?.quotaMode !== 'log';
