import { Session } from 'node:inspector';

/** Built-in functions that go through all of their input: V8 counts no blocks in them. */
const BUILT_IN: readonly (readonly [object, readonly string[]])[] = [
  [Array.prototype, ['indexOf', 'includes', 'lastIndexOf', 'concat', 'join', 'sort']],
  [String.prototype, ['indexOf', 'includes', 'split', 'replace', 'replaceAll', 'slice']],
  [String.prototype, ['toLowerCase', 'trim', 'matchAll', 'isWellFormed', 'toWellFormed']],
  [RegExp.prototype, ['exec', 'test']],
  [JSON, ['parse', 'stringify']],
  [URL, ['canParse']],
  [Object, ['entries', 'keys', 'values', 'fromEntries']],
];
type Any = (this: unknown, ...given: unknown[]) => unknown;

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return 0;
}

/**
 * Lets built-in functions count the length of their input and output; the returned function
 * restores them.
 */
function countBuiltIns(add: (amount: number) => void): () => void {
  const back = BUILT_IN.flatMap(([owner, names]) =>
    names.map((name) => {
      const own = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor;
      const call = own.value as Any;
      const counted: Any = function (...given) {
        const from = this instanceof RegExp && this.global ? this.lastIndex : undefined;
        const answer = call.apply(this, given);
        // of a text that is gone through match by match, what this match went through
        if (from !== undefined) add(Math.abs((this as RegExp).lastIndex - from));
        // `split` by an expression tries a sticky one at each place
        else if (this instanceof RegExp && this.sticky) add(1 + sizeOf(answer));
        else add(sizeOf(this) + sizeOf(given[0]) + sizeOf(answer));
        return answer;
      };
      Object.defineProperty(owner, name, { ...own, value: counted });
      return () => void Object.defineProperty(owner, name, own);
    }),
  );
  return () => {
    for (const restore of back) restore();
  };
}

type Coverage = { result: { url: string; functions: { ranges: { count: number }[] }[] }[] };

function takeBlocks(session: Session): number {
  let blocks = 0;
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (error) throw new Error(error.message);
    for (const { url, functions } of (answer as unknown as Coverage).result) {
      if (!/\/(core|lambdas|adapters|cli)\/|\/zod\//.test(url)) continue;
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    }
  });
  return blocks;
}

/**
 * The amount of some work: how often V8 entered each block of this service's code and of zod, and
 * how much built-in functions went through.
 */
export async function countWork<T>(work: () => Promise<T>): Promise<{ done: T; amount: number }> {
  const session = new Session();
  session.connect();
  let builtIn = 0;
  const restore = countBuiltIns((amount) => {
    builtIn += amount;
  });
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const done = await work();
    return { done, amount: takeBlocks(session) + builtIn };
  } finally {
    restore();
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}
