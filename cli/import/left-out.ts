import { countSkipped, nameSkipped } from '../upload/walk-folder.ts';
import type { LeftOut } from './import-source.ts';

/** Of a source that leaves nothing out. */
export const NOTHING_LEFT_OUT: LeftOut = {
  skipped: { hidden: 0, link: 0, other: 0 },
  unreadable: [],
  warnings: [],
};

/** Counts the skipped parts of a source without folders, all of other types. */
export function countLeftOut() {
  const found = countSkipped();
  return {
    add(key: string, reason: string): void {
      found.listener.skip('other');
      found.listener.nameSkipped?.(key, reason);
    },
    leftOut: (): LeftOut => ({
      skipped: found.counts,
      unreadable: [],
      warnings: nameSkipped(found),
    }),
  };
}
