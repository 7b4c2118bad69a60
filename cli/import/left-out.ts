import { countSkipped } from '../upload/walk-folder.ts';
import type { LeftOut } from './import-source.ts';

/** Of a source that leaves nothing out. */
export const NOTHING_LEFT_OUT: LeftOut = {
  skipped: { hidden: 0, link: 0, other: 0 },
  unreadable: [],
  warnings: [],
};

/** The sentences about skipped files, each with its reason, by the names that `nameOf` makes. */
export function nameLeftOut(
  { counts, named }: Pick<ReturnType<typeof countSkipped>, 'counts' | 'named'>,
  nameOf: (path: string) => string = (path) => path,
): string[] {
  const more = Object.values(counts).reduce((sum, count) => sum + count, 0) - named.length;
  const sentences = named.map(({ path, reason }) => `${nameOf(path)}: skipped: ${reason}.`);
  return more > 0 ? [...sentences, `${more} more files were skipped.`] : sentences;
}

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
      warnings: nameLeftOut(found),
    }),
  };
}
