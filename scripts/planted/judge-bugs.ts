import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type PlantedBug, testsOf } from '../../test/planted/planted-bug.ts';
import type { PlantedCopy } from './planted-copy.ts';

export type Outcome = 'caught' | 'caught by another' | 'survived' | 'no longer applies';

const REPORT = 'planted-report.json';
/** A bug that hangs a test is caught; five minutes each, the bound of `npm test`, take hours. */
const BOUNDS = ['--testTimeout=60000', '--hookTimeout=60000'];

/** The test files of a run that failed, by their paths in the repository. */
async function failedFiles(copy: PlantedCopy, args: readonly string[]): Promise<string[]> {
  const report = join(copy.folder, REPORT);
  const written = ['--reporter=json', `--outputFile=${report}`];
  await copy.run('vitest', ['run', ...BOUNDS, ...written, ...args]);
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return testResults
    .filter(({ status }) => status !== 'passed')
    .map(({ name }) => relative(copy.folder, name));
}

/** The named tests that fail in the copy as it stands. */
export async function failedTests(
  copy: PlantedCopy,
  tests: readonly string[],
): Promise<readonly string[]> {
  const failed: string[] = [];
  if (tests.includes('types') && !(await copy.run('tsc', ['--noEmit']))) failed.push('types');
  if (tests.includes('lint') && !(await copy.run('biome', ['lint', '.']))) failed.push('lint');
  const files = tests.filter((test) => test.includes('/'));
  if (files.length > 0) failed.push(...(await failedFiles(copy, files)));
  return failed;
}

/** Plants a batch: the outcome of each bug by its own tests, and on request by all others. */
export async function judgeBatch(
  copy: PlantedCopy,
  batch: readonly PlantedBug[],
  hasOthers: boolean,
): Promise<Map<PlantedBug, Outcome>> {
  await copy.plant(batch);
  const failed = await failedTests(copy, [...new Set(batch.flatMap(testsOf))]);
  const outcomes = new Map<PlantedBug, Outcome>();
  for (const bug of batch) {
    const isCaught = testsOf(bug).some((test) => failed.includes(test));
    const others = hasOthers && !isCaught ? await judgeByOthers(copy, bug) : 'survived';
    outcomes.set(bug, isCaught ? 'caught' : others);
  }
  return outcomes;
}

/** By every test that imports its file: of a file in core these are nearly all, and minutes. */
async function judgeByOthers(copy: PlantedCopy, bug: PlantedBug): Promise<Outcome> {
  await copy.plant([bug]);
  const isSeen = !(await copy.run('vitest', ['related', '--run', bug.file]));
  return isSeen ? 'caught by another' : 'survived';
}
