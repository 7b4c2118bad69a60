/**
 * Counts the work of a reader of text: the methods of strings, expressions, lists, maps and sets by
 * the lengths that they pass over, made or were given. The reader needs no change, so it can't
 * forget to count. What an expression does between two characters is not seen.
 */
type Method = (this: never, ...given: unknown[]) => unknown;
type Cost = (self: never, given: readonly unknown[], result: unknown) => number;

const lengthOf = (value: unknown) =>
  Array.isArray(value) || typeof value === 'string' ? value.length : 0;
const ofSelf: Cost = (self) => lengthOf(self) + 1;
const ofSelfAndResult: Cost = (self, _, result) => lengthOf(self) + lengthOf(result) + 1;
const ofSize: Cost = (self: { size: number }) => self.size + 1;
const ofArguments: Cost = (_, given) => given.length;
/** A search costs what it passes. */
const ofSearch: Cost = (self, [, from], result) =>
  (Number(result) >= 0 ? Number(result) - Number(from ?? 0) : lengthOf(self)) + 1;
const ofExpression: Cost = (self: RegExp, [text], result) =>
  (self.sticky || (self.global && result) ? lengthOf((result as string[])?.[0]) : lengthOf(text)) +
  1;

const one: Cost = () => 1;
const NAMES: readonly (readonly [object, readonly (string | symbol)[], Cost])[] = [
  [String.prototype, ['split', 'replace', 'replaceAll', 'match', 'matchAll'], ofSelfAndResult],
  [String.prototype, ['trim', 'trimEnd', 'toLowerCase', 'includes'], ofSelf],
  [String.prototype, ['indexOf'], ofSearch],
  [String.prototype, ['slice'], (_self, _given, result) => lengthOf(result) + 1],
  [RegExp.prototype, ['exec'], ofExpression],
  [Array.prototype, ['push'], ofArguments],
  [Array.prototype, ['map', 'filter', 'concat', 'join', 'flatMap'], ofSelfAndResult],
  [Array.prototype, ['some', 'every', 'includes', 'indexOf', 'find', Symbol.iterator], ofSelf],
  [Map.prototype, ['get', 'set', 'has'], one],
  [Set.prototype, ['add', 'has'], one],
  [Map.prototype, [Symbol.iterator], ofSize],
  [Set.prototype, [Symbol.iterator], ofSize],
];

/** Ends a call in its midst. A catch of the reader may keep it, and then the next one ends. */
class TooMuchWork extends Error {}

/** The work of a call, whatever comes of it; one above so much ends there, with what it had. */
export function countTextWork(call: () => unknown, most = Number.POSITIVE_INFINITY): number {
  let work = 0;
  const before: (() => void)[] = [];
  for (const [owner, names, cost] of NAMES) {
    for (const name of names) {
      const real = Reflect.get(owner, name) as Method;
      Reflect.set(owner, name, function counted(this: never, ...given: unknown[]) {
        const result = Reflect.apply(real, this, given);
        work += cost(this, given, result);
        if (work > most) throw new TooMuchWork();
        return result;
      });
      before[before.length] = () => Reflect.set(owner, name, real);
    }
  }
  try {
    call();
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
  } finally {
    // by its index, since iterators are counted too
    for (let at = 0; at < before.length; at += 1) before[at]?.();
  }
  return work;
}
