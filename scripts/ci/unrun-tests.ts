import type { RecordedTest } from '../../test/support/needs/record-tests.ts';

/** A test that every run has skipped. */
export interface UnrunTest {
  readonly file: string;
  readonly name: string;
  /** Why this machine can't run it; undefined where it could. */
  readonly excuse: string | undefined;
}

/** The facts of a machine and of the test files by which a skip is excused. */
export interface SkipFacts {
  /** The text of a test file. */
  readonly textOf: (file: string) => string;
  /** The needs that this machine lacks, and that no package brings. */
  readonly missing: ReadonlySet<string>;
  /** Tests that no machine of this kind runs: a part of `file > name`, and the reason. */
  readonly neverHere: Readonly<Record<string, string>>;
}

const keyOf = ({ file, name }: { readonly file: string; readonly name: string }) =>
  `${file} > ${name}`;

/** The needs that a test file names in calls of `lacks`. */
function needsOf(text: string): readonly string[] {
  const calls = [...text.matchAll(/\blacks\(([^)]*)\)/g)];
  return calls.flatMap(([, names = '']) =>
    [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
  );
}

function excuseOf(key: string, file: string, facts: SkipFacts): string | undefined {
  const need = needsOf(facts.textOf(file)).find((name) => facts.missing.has(name));
  if (need !== undefined) return `this machine has no ${need}`;
  return Object.entries(facts.neverHere).find(([part]) => key.includes(part))?.[1];
}

/** The tests that were skipped in every run that had them, by file and name. */
export function findUnrunTests(
  recorded: readonly RecordedTest[],
  facts: SkipFacts,
): readonly UnrunTest[] {
  const hasRun = new Set(recorded.filter(({ isSkipped }) => !isSkipped).map(keyOf));
  const unrun = new Map(
    recorded.filter((test) => !hasRun.has(keyOf(test))).map((test) => [keyOf(test), test]),
  );
  return [...unrun].map(([key, { file, name }]) => {
    return { file, name, excuse: excuseOf(key, file, facts) };
  });
}
