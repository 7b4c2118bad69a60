import { createRandom } from '../hostile/seeded-random.ts';
import type { Choose } from './scheduler.ts';

/** Runs once for each seed; a failure names its seed. */
export async function exploreSeeds(
  seeds: number,
  run: (choose: Choose) => Promise<void>,
): Promise<number> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = createRandom(seed);
    // half of the time the running task continues, so that long and short stretches occur
    const choose: Choose = (waiting, running) =>
      running >= 0 && random.below(2) === 0 ? running : random.below(waiting.length);
    await run(choose).catch((error: Error) => {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
    });
  }
  return seeds;
}

/**
 * Runs every order in which at most `maxSwitches` tasks are interrupted, or the first `maxRuns` of
 * them; answers how many they were. A failure tells its choices.
 */
export async function exploreOrders(
  { maxSwitches, maxRuns }: { readonly maxSwitches: number; readonly maxRuns: number },
  run: (choose: Choose) => Promise<void>,
): Promise<number> {
  let plan: number[] = [];
  for (let runs = 1; ; runs += 1) {
    const widths: number[] = [];
    const taken: number[] = [];
    let switches = 0;
    const choose: Choose = (waiting, running) => {
      const others = waiting.map((_, at) => at).filter((at) => at !== running);
      const maySwitch = running < 0 || switches < maxSwitches;
      const options = running < 0 ? others : [running, ...(maySwitch ? others : [])];
      const choice = plan[widths.length] ?? 0;
      widths.push(options.length);
      taken.push(choice);
      if (running >= 0 && choice > 0) switches += 1;
      return options[choice] ?? 0;
    };
    await run(choose).catch((error: Error) => {
      throw new Error(`choices ${taken.join(' ')}: ${error.message}`, { cause: error });
    });
    const at = taken.findLastIndex((choice, place) => choice + 1 < (widths[place] ?? 0));
    if (at < 0 || runs === maxRuns) return runs;
    plan = [...taken.slice(0, at), (taken[at] ?? 0) + 1];
  }
}
