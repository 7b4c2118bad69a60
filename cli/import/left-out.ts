import type { LeftOut } from './import-source.ts';

/** Of a source that leaves nothing out. */
export const NOTHING_LEFT_OUT: LeftOut = {
  skipped: { hidden: 0, link: 0, other: 0 },
  unreadable: [],
  warnings: [],
};
