/** `npm run test:planted`: plants each bug of test/planted in a copy, and reports the survivors. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PLANTED_BUGS } from '../test/planted/all-bugs.ts';
import { describeBug, type PlantedBug, testsOf } from '../test/planted/planted-bug.ts';
import { batchesOf, reachOf, testFilesOf } from './planted/batches.ts';
import { recordedOutcomes, recordOutcome } from './planted/outcomes-file.ts';
import { copyForPlanting, isApplicable, type PlantedCopy } from './planted/planted-copy.ts';
import { isSeen, type Outcome, redWithoutBugs, tryBatch } from './planted/try-bugs.ts';

const ROOT = resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    others: { type: 'boolean', default: false },
    /** Those without an outcome of an earlier run, as after one that was stopped. */
    untried: { type: 'boolean', default: false },
    /** Those that no test saw in an earlier run. */
    unseen: { type: 'boolean', default: false },
  },
});

function report(bug: PlantedBug, outcome: Outcome): void {
  console.log(`${outcome.padEnd(18)} ${bug.kind.padEnd(34)} ${describeBug(bug)}`);
}

async function tryAll(copy: PlantedCopy, bugs: readonly PlantedBug[]): Promise<void> {
  const files = testFilesOf(bugs);
  const red = await redWithoutBugs(copy, files);
  const isTried = (bug: PlantedBug) => testsOf(bug).every((test) => !red.includes(test));
  for (const bug of bugs) if (!isTried(bug)) report(bug, 'red without it');
  const tried = bugs.filter(isTried);
  for (const batch of batchesOf(tried, await reachOf(files, ROOT)))
    for (const [bug, outcome] of await tryBatch(copy, batch, values.others)) {
      report(bug, outcome);
      await recordOutcome(bug, outcome);
    }
}

async function plantAll(bugs: readonly PlantedBug[]): Promise<void> {
  const applicable: PlantedBug[] = [];
  for (const bug of bugs) {
    if (await isApplicable(bug, ROOT)) applicable.push(bug);
    else report(bug, 'no longer applies');
  }
  if (applicable.length === 0) return;
  const copy = await copyForPlanting(ROOT);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => copy.remove().finally(() => process.exit(1)));
  try {
    await tryAll(copy, applicable);
  } finally {
    await copy.remove();
  }
}

/** Of this run and of those before. */
async function summarize(bugs: readonly PlantedBug[]): Promise<void> {
  const outcomes = [...(await recordedOutcomes(bugs)).values()];
  const seen = outcomes.filter(isSeen).length;
  const byOwn = outcomes.filter((outcome) => outcome === 'caught').length;
  const share = ((100 * seen) / Math.max(1, outcomes.length)).toFixed(1);
  const sum = `${seen} of ${outcomes.length} tried bugs were caught (${share} %)`;
  console.log(`${sum}, ${byOwn} by their own test; the list has ${bugs.length}`);
  process.exitCode = seen === bugs.length ? 0 : 1;
}

const named = PLANTED_BUGS.filter((bug) => JSON.stringify(bug).includes(values.only));
const before = await recordedOutcomes(named);
const chosen = named.filter((bug) => {
  const outcome = before.get(bug);
  if (!values.untried && !values.unseen) return true;
  return outcome === undefined ? values.untried : values.unseen && !isSeen(outcome);
});
if (values.list)
  for (const bug of chosen)
    console.log(`${(before.get(bug) ?? 'untried').padEnd(18)} ${bug.kind}  ${describeBug(bug)}`);
else {
  await plantAll(chosen);
  await summarize(named);
}
