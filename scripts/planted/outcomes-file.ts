import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PlantedBug } from '../../test/planted/planted-bug.ts';
import type { Outcome } from './try-bugs.ts';

const FILE = '.build/planted-outcomes.jsonl';

/** A bug whose place, text or tests changed has no outcome. */
const keyOf = (bug: PlantedBug) => JSON.stringify(bug);

/** Adds the outcome of a bug, so that a run that was stopped can go on. */
export async function recordOutcome(bug: PlantedBug, outcome: Outcome): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true });
  await appendFile(FILE, `${JSON.stringify([keyOf(bug), outcome])}\n`);
}

/** The last outcome of each of these bugs that has one. */
export async function recordedOutcomes(
  bugs: readonly PlantedBug[],
): Promise<Map<PlantedBug, Outcome>> {
  const lines = (await readFile(FILE, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  const all = new Map(lines.map((line) => JSON.parse(line) as [string, Outcome]));
  const outcomes = new Map<PlantedBug, Outcome>();
  for (const bug of bugs) {
    const outcome = all.get(keyOf(bug));
    if (outcome) outcomes.set(bug, outcome);
  }
  return outcomes;
}
