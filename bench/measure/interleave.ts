import { treeCpuMs } from './process-tree.ts';

/** One contender's work in one round. */
export interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Of the results. */
  readonly bytes: number;
}

/** Work that answers the bytes of its results. */
export type Work = (round: number) => Promise<number>;

async function measure(readCpuMs: () => number, work: Work, round: number): Promise<Cost> {
  const [cpuStart, wallStart] = [readCpuMs(), performance.now()];
  const bytes = await work(round);
  return { cpuMs: readCpuMs() - cpuStart, wallMs: performance.now() - wallStart, bytes };
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** A contender: the process tree that does the work, or this process where it has no id. */
export interface Contender {
  readonly pid?: number;
  readonly work: Work;
}

/**
 * Runs contenders round by round, each second round in the opposite order, after one round to warm
 * up. A machine that becomes busy slows all of them. Answers the costs of each, a round each.
 */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  rounds: number,
): Promise<Record<Name, Cost[]>> {
  const names = Object.keys(contenders) as Name[];
  const costs = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Cost[]
  >;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 ? names.toReversed() : names) {
      const { pid, work } = contenders[name];
      const readCpuMs = pid === undefined ? ownCpuMs : () => treeCpuMs(pid);
      const cost = await measure(readCpuMs, work, round);
      if (round > 0) costs[name].push(cost);
    }
  }
  return costs;
}

/** Runs work on every item, so many of them in flight; answers the sum of the results. */
export async function inFlight<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<number>,
): Promise<number> {
  const left = [...items];
  let sum = 0;
  const run = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) sum += await work(item);
  };
  await Promise.all(Array.from({ length: most }, run));
  return sum;
}

/** Runs work so many times, one after the other; answers the sum of the results. */
export async function inSequence(
  count: number,
  work: (nth: number) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (let nth = 0; nth < count; nth += 1) sum += await work(nth);
  return sum;
}
