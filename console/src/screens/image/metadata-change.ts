import type { Image } from '../../images/image.ts';

export type Metadata = Image['metadata'];

export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** New values by key, and null for removed keys; as `add` takes them. */
export type Change = Readonly<Record<string, string | null>>;

/** A key that two users changed to differing values; null: removed. */
export interface Clash {
  readonly key: string;
  readonly mine: string | null;
  readonly theirs: string | null;
}

export const pairsOf = (metadata: Metadata): readonly Pair[] =>
  Object.entries(metadata).map(([key, value]) => ({ key, value }));

const findValue = (metadata: Metadata, key: string) =>
  Object.hasOwn(metadata, key) ? (metadata[key] ?? null) : null;

/** The difference between the pairs and the image that was read. */
export function changeOf(was: Metadata, pairs: readonly Pair[]): Change {
  const next = new Map(pairs.map(({ key, value }) => [key, value]));
  const gone = Object.keys(was).filter((key) => !next.has(key));
  const fresh = [...next].filter(([key, value]) => findValue(was, key) !== value);
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...fresh]);
}

/** The keys of a change that another user set to another value since they were read. */
export function findClashes(was: Metadata, now: Metadata, change: Change): readonly Clash[] {
  return Object.entries(change).flatMap(([key, mine]) => {
    const theirs = findValue(now, key);
    return theirs === mine || theirs === findValue(was, key) ? [] : [{ key, mine, theirs }];
  });
}

/** The pairs with one key set, or removed by null; the other pairs keep their places. */
export function setPair(
  pairs: readonly Pair[],
  key: string,
  value: string | null,
): readonly Pair[] {
  if (value === null) return pairs.filter((one) => one.key !== key);
  if (!pairs.some((one) => one.key === key)) return [...pairs, { key, value }];
  return pairs.map((one) => (one.key === key ? { key, value } : one));
}
