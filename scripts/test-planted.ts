/** `npm run test:planted`: plants each bug of test/planted in a copy, and reports the survivors. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PLANTED_BUGS } from '../test/planted/all-bugs.ts';
import { describeBug, type PlantedBug } from '../test/planted/planted-bug.ts';
import { batchesOf, reachOf, testFilesOf } from './planted/batches.ts';
import { failedTests, judgeBatch, type Outcome } from './planted/judge-bugs.ts';
import { copyForPlanting, isApplicable, type PlantedCopy } from './planted/planted-copy.ts';

const ROOT = resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    others: { type: 'boolean', default: false },
  },
});

function report(bug: PlantedBug, outcome: Outcome): void {
  console.log(`${outcome.padEnd(18)} ${bug.kind.padEnd(34)} ${describeBug(bug)}`);
}

async function judgeAll(
  copy: PlantedCopy,
  bugs: readonly PlantedBug[],
): Promise<Map<PlantedBug, Outcome>> {
  const files = testFilesOf(bugs);
  const red = await failedTests(copy, files);
  if (red.length > 0) throw new Error(`red without any bug: ${red.join(', ')}`);
  const outcomes = new Map<PlantedBug, Outcome>();
  for (const batch of batchesOf(bugs, await reachOf(files, ROOT))) {
    for (const [bug, outcome] of await judgeBatch(copy, batch, values.others)) {
      outcomes.set(bug, outcome);
      report(bug, outcome);
    }
  }
  return outcomes;
}

async function plantAll(bugs: readonly PlantedBug[]): Promise<void> {
  const applicable: PlantedBug[] = [];
  for (const bug of bugs) {
    if (await isApplicable(bug, ROOT)) applicable.push(bug);
    else report(bug, 'no longer applies');
  }
  const copy = await copyForPlanting(ROOT);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => copy.remove().finally(() => process.exit(1)));
  try {
    const outcomes = [...(await judgeAll(copy, applicable)).values()];
    const caught = outcomes.filter((outcome) => outcome !== 'survived').length;
    const byOwn = outcomes.filter((outcome) => outcome === 'caught').length;
    const share = ((100 * caught) / Math.max(1, bugs.length)).toFixed(1);
    console.log(
      `${caught} of ${bugs.length} planted bugs were caught (${share} %), ${byOwn} by their own test`,
    );
    process.exitCode = caught === bugs.length ? 0 : 1;
  } finally {
    await copy.remove();
  }
}

const chosen = PLANTED_BUGS.filter((bug) => JSON.stringify(bug).includes(values.only));
if (values.list) for (const bug of chosen) console.log(`${bug.kind}  ${describeBug(bug)}`);
else await plantAll(chosen);
