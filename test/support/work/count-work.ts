import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** Built-in functions that go through all of their input: V8 counts no blocks in them. */
const BUILT_IN: readonly (readonly [object, readonly (string | symbol)[]])[] = [
  [Array.prototype, ['indexOf', 'includes', 'lastIndexOf', 'concat', 'join', 'sort']],
  [String.prototype, ['includes', 'split', 'replace', 'replaceAll']],
  [String.prototype, ['toLowerCase', 'trim', 'matchAll', 'isWellFormed', 'toWellFormed']],
  [JSON, ['parse', 'stringify']],
  [URL, ['canParse']],
  [Object, ['entries', 'keys', 'values', 'fromEntries']],
  [Buffer, ['concat']],
];
/** Each spread and loop goes through one of these. */
const ITERATED: readonly object[] = [Array.prototype, Map.prototype, Set.prototype];
type Any = (this: unknown, ...given: unknown[]) => unknown;
/** The length of all that a call read or made. */
type Cost = (self: unknown, given: readonly unknown[], answer: unknown) => number;
/** Those that need not go through all. */
const IN_PART: readonly (readonly [object, string, Cost])[] = [
  [String.prototype, 'slice', (_self, _given, answer) => sizeOf(answer)],
  [
    String.prototype,
    'indexOf',
    (self, [, from], answer) =>
      (Number(answer) < 0 ? sizeOf(self) : Number(answer)) - Number(from ?? 0),
  ],
];

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Map || value instanceof Set) return value.size;
  return ArrayBuffer.isView(value) ? value.byteLength : 0;
}

const costOfAll: Cost = (self, given, answer) => sizeOf(self) + sizeOf(given[0]) + sizeOf(answer);

/** Node's own readers count as the length of their text: some are scripts that call the above. */
function countConstructors(add: (amount: number) => void): () => void {
  const real = { URL, URLSearchParams };
  const counted = <C extends new (...given: never[]) => object>(own: C) =>
    new Proxy(own, {
      construct(target, given, self) {
        const answer = pause(() => Reflect.construct(target, given, self));
        add(1 + sizeOf(given[0]));
        return answer;
      },
    });
  Object.assign(globalThis, { URL: counted(URL), URLSearchParams: counted(URLSearchParams) });
  return () => void Object.assign(globalThis, real);
}

/** Whether built-in functions count; not within another one. */
let isCounting = true;

function pause<T>(call: () => T): T {
  const before = isCounting;
  isCounting = false;
  try {
    return call();
  } finally {
    isCounting = before;
  }
}

/** An expression with a place continues there. */
function costOfMatch(self: RegExp, from: number, text: string, answer: unknown): number {
  // of a text that is gone through match by match, what this match went through
  if (self.global) return Math.abs(self.lastIndex - from);
  // `split` by an expression tries a sticky one at each place
  return self.sticky ? sizeOf(answer) : sizeOf(text) + sizeOf(answer);
}

type Add = (amount: number) => void;
// of millions of calls, so these two have a form of their own
const countedMatch = (call: Any, add: Add) =>
  function (this: RegExp, text: string) {
    const from = this.lastIndex;
    const answer = call.call(this, text);
    if (isCounting) add(1 + costOfMatch(this, from, text, answer));
    return answer;
  } as Any;
const countedIterator = (call: Any, add: Add): Any =>
  function () {
    if (isCounting) add(1 + sizeOf(this));
    return call.call(this);
  };

/**
 * Lets built-in functions count all that they read or make; the returned function restores them.
 */
function countBuiltIns(add: (amount: number) => void): () => void {
  const back: (() => void)[] = [];
  const put = (owner: object, name: string | symbol, wrap: (call: Any) => Any) => {
    const own = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor;
    Object.defineProperty(owner, name, { ...own, value: wrap(own.value) });
    back[back.length] = () => void Object.defineProperty(owner, name, own);
  };
  const count = (owner: object, name: string | symbol, cost: Cost) =>
    put(
      owner,
      name,
      (call) =>
        function (...given) {
          const answer = Reflect.apply(call, this, given);
          if (isCounting) add(1 + cost(this, given, answer));
          return answer;
        },
    );
  for (const [owner, names] of BUILT_IN) for (const name of names) count(owner, name, costOfAll);
  for (const [owner, name, cost] of IN_PART) count(owner, name, cost);
  for (const name of ['exec', 'test'])
    put(RegExp.prototype, name, (call) => countedMatch(call, add));
  for (const owner of ITERATED) put(owner, Symbol.iterator, (call) => countedIterator(call, add));
  const restore = countConstructors(add);
  return () => {
    restore();
    // by its index, since iterators are counted too
    for (let at = 0; at < back.length; at += 1) back[at]?.();
  };
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const COUNTED =
  /^(?:core|lambdas|adapters|local|cli|client|console)\/|^node_modules\/(?:zod|jose|@fastify\/busboy)\//;

/** The path of a counted file from the root; undefined for every other. */
function countedFile(url: string): string | undefined {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  if (!path.startsWith(ROOT)) return undefined;
  const file = path.slice(ROOT.length).split('?')[0] ?? '';
  return COUNTED.test(file) ? file : undefined;
}

/** How often V8 entered blocks since the last time, and in which functions. */
function takeBlocks(session: Session): { blocks: number; entered: Set<string> } {
  let blocks = 0;
  const entered = new Set<string>();
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (error) throw new Error(error.message);
    for (const { url, functions } of (answer as unknown as Coverage).result) {
      const file = countedFile(url);
      if (file === undefined) continue;
      for (const { functionName, ranges } of functions) {
        if ((ranges[0]?.count ?? 0) > 0) entered.add(`${file}: ${functionName}`);
        for (const { count } of ranges) blocks += count;
      }
    }
  });
  return { blocks, entered };
}

/** Some work that was counted. */
export interface Counted<T> {
  readonly done: T;
  /**
   * How often V8 entered each block of this service's code and of libraries that read texts, and
   * how much built-in functions went through.
   */
  readonly amount: number;
  /** The functions that it entered, each by its file and its name. */
  readonly entered: ReadonlySet<string>;
}

/**
 * Counts one work after another: V8 compiles the code once for all of them. Between them no code of
 * the service may run: its blocks would be of the next one.
 */
export interface WorkMeter {
  count<T>(work: () => T | Promise<T>): Promise<Counted<T>>;
  close(): void;
}

/** A meter of work; until it is closed all code of this process is slow. */
export function openWorkMeter(): WorkMeter {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async count(work) {
      let builtIn = 0;
      const restore = countBuiltIns((amount) => {
        builtIn += amount;
      });
      const done = await Promise.resolve().then(work).finally(restore);
      const { blocks, entered } = takeBlocks(session);
      return { done, amount: blocks + builtIn, entered };
    },
    close() {
      session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

/** The amount of some work. */
export async function countWork<T>(work: () => Promise<T>): Promise<Counted<T>> {
  const meter = openWorkMeter();
  try {
    return await meter.count(work);
  } finally {
    meter.close();
  }
}
