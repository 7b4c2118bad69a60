import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlantedBug, testsOf } from '../../test/planted/planted-bug.ts';
import type { PlantedCopy } from './planted-copy.ts';

/** "hung": the run was killed, and none of its own tests was red by then. */
export type Outcome =
  | 'caught'
  | 'caught by another'
  | 'survived'
  | 'hung'
  | 'no longer applies'
  | 'red without it';

/** Whether a test saw the bug. */
export const isSeen = (outcome: Outcome) => outcome === 'caught' || outcome === 'caught by another';

const MINUTE_MS = 60_000;
/** A bug that hangs a test is caught; five minutes each, the bound of `npm test`, take hours. */
const BOUNDS = ['--testTimeout=60000', '--hookTimeout=60000'];
/** A batch takes two minutes on a busy machine. No bound of vitest ends an endless loop. */
const BATCH_MS = 6 * MINUTE_MS;
/** All named tests without a bug, or all tests that read one file. */
const LONG_MS = 60 * MINUTE_MS;

/** The red ones of some tests. After a run that was killed, others may have been red too. */
interface RunOfTests {
  readonly red: readonly string[];
  readonly isKilled: boolean;
}

interface TestsToRun {
  readonly tests: readonly string[];
  readonly timeoutMs: number;
  /** Whether these red tests are enough. */
  readonly isEnough: (red: readonly string[]) => boolean;
}

async function runFiles(
  copy: PlantedCopy,
  files: readonly string[],
  { timeoutMs, isEnough }: TestsToRun,
): Promise<RunOfTests> {
  const report = join(copy.folder, 'planted-report.txt');
  writeFileSync(report, '');
  const readRed = () => readFileSync(report, 'utf8').split('\n').filter(Boolean);
  const env = { IMAGEWELL_RED_FILES: report };
  const bounds = { timeoutMs, env, isDecided: () => isEnough(readRed()) };
  const end = await copy.run('vitest', ['run', ...BOUNDS, ...files], bounds);
  return { red: readRed(), isKilled: end === 'killed' };
}

async function runTests(copy: PlantedCopy, run: TestsToRun): Promise<RunOfTests> {
  const { tests, timeoutMs } = run;
  const red: string[] = [];
  const isGreen = async (program: string, args: readonly string[]) =>
    (await copy.run(program, args, { timeoutMs })) === 'green';
  if (tests.includes('types') && !(await isGreen('tsc', ['--noEmit']))) red.push('types');
  if (tests.includes('lint') && !(await isGreen('biome', ['lint', '.']))) red.push('lint');
  const files = tests.filter((test) => test.includes('/'));
  if (files.length === 0 || run.isEnough(red)) return { red, isKilled: false };
  const isEnough = (found: readonly string[]) => run.isEnough([...red, ...found]);
  const ran = await runFiles(copy, files, { ...run, isEnough });
  return { ...ran, red: [...new Set([...red, ...ran.red])] };
}

/** The named tests that fail in the copy without any bug. */
export async function redWithoutBugs(
  copy: PlantedCopy,
  tests: readonly string[],
): Promise<readonly string[]> {
  const isEnough = () => false;
  const { red, isKilled } = await runTests(copy, { tests, timeoutMs: LONG_MS, isEnough });
  if (isKilled) throw new Error('without any bug the tests do not end within an hour');
  return red;
}

const isCaughtBy = (bug: PlantedBug, red: readonly string[]) =>
  testsOf(bug).some((test) => red.includes(test));

/** The outcomes of a batch by its own tests. A batch that hung is tried again, bug by bug. */
export async function tryBatch(
  copy: PlantedCopy,
  batch: readonly PlantedBug[],
  hasOthers: boolean,
): Promise<Map<PlantedBug, Outcome>> {
  await copy.plant(batch);
  const tests = [...new Set(batch.flatMap(testsOf))];
  const isEnough = (red: readonly string[]) => batch.every((bug) => isCaughtBy(bug, red));
  const { red, isKilled } = await runTests(copy, { tests, timeoutMs: BATCH_MS, isEnough });
  const outcomes = new Map<PlantedBug, Outcome>();
  for (const bug of batch) {
    if (isCaughtBy(bug, red)) outcomes.set(bug, 'caught');
    else if (isKilled && batch.length > 1)
      outcomes.set(bug, (await tryBatch(copy, [bug], hasOthers)).get(bug) ?? 'hung');
    else if (isKilled) outcomes.set(bug, 'hung');
    else outcomes.set(bug, hasOthers ? await tryByOthers(copy, bug) : 'survived');
  }
  return outcomes;
}

/** By every test that imports its file: of a file in core these are nearly all, and minutes. */
async function tryByOthers(copy: PlantedCopy, bug: PlantedBug): Promise<Outcome> {
  await copy.plant([bug]);
  const end = await copy.run('vitest', ['related', '--run', bug.file], { timeoutMs: LONG_MS });
  const outcomes = { green: 'survived', red: 'caught by another', killed: 'hung' } as const;
  return outcomes[end];
}
