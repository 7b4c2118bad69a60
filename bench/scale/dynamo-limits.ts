/** DynamoDB's limits for one hash key and for one item, and the share of them that a load takes. */
export const DYNAMO_LIMITS = {
  /**
   * Amazon DynamoDB developer guide, "Best practices for designing and using partition keys": of
   * one partition.
   */
  writeUnits: 1_000,
  readUnits: 3_000,
  /**
   * Not documented as a number: an item is in one transaction at a time, another's is cancelled as
   * a conflict. Here each takes 20 ms, at the upper end of the usual time.
   */
  transactions: 50,
} as const;

type Measure = keyof typeof DYNAMO_LIMITS;

/** The units of each hash key, and the transactions of each item, in a run of calls, by name. */
export type Loads = Readonly<Record<Measure, ReadonlyMap<string, number>>>;

/** The hottest name of a measure. */
export interface Hottest {
  readonly measure: Measure;
  readonly name: string;
  readonly perSecond: number;
  readonly limit: number;
  readonly isOver: boolean;
}

const MEASURES = Object.keys(DYNAMO_LIMITS) as Measure[];

/**
 * The hottest key by each measure if a run of so many calls is spread over seconds at `rate` calls
 * a second.
 */
export function findHottest(loads: Loads, calls: number, rate: number): Hottest[] {
  return MEASURES.map((measure) => {
    const all = [...loads[measure]].sort(([, entry], [, other]) => other - entry);
    const [name, amount] = all[0] ?? ['nothing', 0];
    const perSecond = (amount * rate) / calls;
    const limit = DYNAMO_LIMITS[measure];
    return { measure, name, perSecond, limit, isOver: perSecond > limit };
  });
}
