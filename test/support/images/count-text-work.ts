/**
 * Counts the work of a reader of text. Each method of strings, expressions, lists, maps and sets
 * counts as the length that it passes over, makes or is given. The reader needs no change, so it
 * can't forget to count. The work of an expression between two characters is not seen.
 */
type Method = (this: never, ...given: unknown[]) => unknown;
type Cost = (self: never, given: readonly unknown[], result: unknown) => number;

const lengthOf = (value: unknown) =>
  Array.isArray(value) || typeof value === 'string' ? value.length : 0;
const ofSelf: Cost = (self) => lengthOf(self) + 1;
const ofSelfAndResult: Cost = (self, _, result) => lengthOf(self) + lengthOf(result) + 1;
const ofSize: Cost = (self: { size: number }) => self.size + 1;
const ofArguments: Cost = (_, given) => given.length;
/** Of a search beside the characters that it passes. */
const CALL = 3;
// without patterns of lists, whose iterators are counted too
const ofSearch: Cost = (self, given, result) =>
  (Number(result) >= 0 ? Number(result) - Number(given[1] ?? 0) : lengthOf(self)) + CALL;
const ofExpression: Cost = (self: RegExp, given, result) =>
  (self.sticky || (self.global && result)
    ? lengthOf((result as string[])?.[0])
    : lengthOf(given[0])) + CALL;

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

/**
 * A counted method. Those of which a reader makes millions of calls are given two values at most,
 * so these need no list of them.
 */
function countedMethod(real: Method, cost: Cost, add: (units: number) => void): Method {
  if (cost !== one && cost !== ofExpression) {
    return function (this: never, ...given) {
      const result = Reflect.apply(real, this, given);
      add(cost(this, given, result));
      return result;
    };
  }
  const isOne = cost === one;
  return function (this: never, first, second) {
    const result = real.call(this, first, second);
    add(isOne ? 1 : cost(this, [first], result));
    return result;
  };
}

function countedIterator(real: Method, cost: Cost, add: (units: number) => void): Method {
  return function (this: never) {
    add(cost(this, [], undefined));
    return real.call(this);
  };
}

/** Ends a call in its midst. Where the reader catches it, the next one ends the call. */
class TooMuchWork extends Error {}

/** The work of a call, also of one that throws; a call above `most` ends there. */
export function countTextWork(call: () => unknown, most = Number.POSITIVE_INFINITY): number {
  let work = 0;
  const before: (() => void)[] = [];
  const add = (units: number) => {
    work += units;
    if (work > most) throw new TooMuchWork();
  };
  for (const [owner, names, cost] of NAMES) {
    for (const name of names) {
      const real = Reflect.get(owner, name) as Method;
      const counted = name === Symbol.iterator ? countedIterator : countedMethod;
      Reflect.set(owner, name, counted(real, cost, add));
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
