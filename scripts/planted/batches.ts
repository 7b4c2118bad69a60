import { type PlantedBug, testsOf } from '../../test/planted/planted-bug.ts';
import { readModuleGraph } from '../../test/support/sources/module-graph.ts';

/** The files that each of these test files reads by imports, itself among them. */
export async function reachOf(
  tests: readonly string[],
  root: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const graph = await readModuleGraph(tests, root);
  const reach = (test: string) => {
    const seen = new Set([test]);
    for (const file of seen) for (const path of graph.get(file) ?? []) seen.add(path);
    return seen;
  };
  return new Map(tests.map((test) => [test, reach(test)]));
}

/** Tests by the compiler and by Biome see the whole repository. */
const isTestFile = (test: string) => test.includes('/');

export type Reach = ReadonlyMap<string, ReadonlySet<string>>;

function reads(bug: PlantedBug, file: string, reach: Reach): boolean {
  return testsOf(bug).some((test) => reach.get(test)?.has(file));
}

/** A bug that its test reads by no import, such as one in a started process, is planted alone. */
function isAlone(bug: PlantedBug, reach: Reach): boolean {
  return !testsOf(bug).every((test) => isTestFile(test) && reach.get(test)?.has(bug.file));
}

function mayMeet(one: PlantedBug, other: PlantedBug, reach: Reach): boolean {
  const isDisjoint = testsOf(one).every((test) => !testsOf(other).includes(test));
  return isDisjoint && !reads(one, other.file, reach) && !reads(other, one.file, reach);
}

/** Bugs in few runs: those of one run share no file, and no test of one reads another's file. */
export function batchesOf(bugs: readonly PlantedBug[], reach: Reach): PlantedBug[][] {
  const batches: PlantedBug[][] = [];
  for (const bug of bugs) {
    const batch = batches.find((others) =>
      others.every(
        (other) => mayMeet(bug, other, reach) && !isAlone(bug, reach) && !isAlone(other, reach),
      ),
    );
    if (batch) batch.push(bug);
    else batches.push([bug]);
  }
  return batches;
}

/** The test files that a list of bugs names. */
export function testFilesOf(bugs: readonly PlantedBug[]): string[] {
  return [...new Set(bugs.flatMap(testsOf).filter(isTestFile))];
}
