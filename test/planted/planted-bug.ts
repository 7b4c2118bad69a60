/**
 * One small realistic bug: `old` stands exactly once in the file `file`, and `new` takes its place.
 * `test` names the check that must fail then, or several of which one must. A check is the path of
 * a test file, `types` for the compiler, or `lint` for Biome.
 */
export interface PlantedBug {
  readonly kind: string;
  readonly file: string;
  readonly old: string;
  readonly new: string;
  readonly test: string | readonly string[];
}

/** A row of bugs that one test must see. */
export type BugRow = readonly [file: string, old: string, planted: string];

/** Bugs of one kind that one test must see. */
export function bugsOf(kind: string, test: string, rows: readonly BugRow[]): PlantedBug[] {
  return rows.map(([file, old, planted]) => ({ kind, file, old, new: planted, test }));
}

/** The tests that must see a bug. */
export function testsOf({ test }: PlantedBug): readonly string[] {
  return typeof test === 'string' ? [test] : test;
}

/** A bug in one line of a table: its file, and what changes. */
export function describeBug({ file, old, new: planted }: PlantedBug): string {
  const short = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 60);
  return `${file}: ${short(old)} → ${short(planted)}`;
}
