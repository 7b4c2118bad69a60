import { type Part, readPattern } from './read-pattern.ts';

/**
 * Whether a failing match may try more than a constant number of ways for each character. The
 * pattern becomes an automaton of its characters (Glushkov). Two ways of reading one text that
 * leave a loop at different places are quadratic; two ways around one loop are exponential.
 */
export type Backtracking = 'none' | 'polynomial' | 'exponential';

/** A character of each kind that patterns of this code tell apart, besides ASCII. */
const OTHERS = 'é\u0085\u00a0ÿĀſK漢\u061c\u0301\u200b\u2028\ufeff\ufffd\u{1f600}\ud800';
const ALPHABET = [...Array.from({ length: 128 }, (_, at) => String.fromCharCode(at)), ...OTHERS];
const ALL = (1n << BigInt(ALPHABET.length)) - 1n;
/** Copies of a part that is repeated a counted number of times. */
const MAX_COPIES = 2;

interface Automaton {
  /** The characters of each position, as bits of the alphabet. */
  readonly sets: bigint[];
  /** The next positions of each, and on how many ways they follow. */
  readonly next: Map<number, number>[];
}
/** A part within the automaton. `isEnd` and `ends` hold without an assertion. */
interface Piece {
  readonly isEmpty: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isEnd: boolean;
  readonly ends: readonly number[];
}
interface Builder extends Automaton {
  readonly flags: string;
  /** The parts of look-arounds, and whether each begins at one place alone. */
  readonly bodies: { readonly body: Part; readonly isAnchored: boolean }[];
  /** Whether no loop stands before the part that is built. */
  isAnchored: boolean;
}

const NOTHING: Piece = { isEmpty: true, first: [], last: [], isEnd: true, ends: [] };

function addPosition({ sets, next }: Automaton, set: bigint): number {
  next.push(new Map());
  return sets.push(set) - 1;
}

function setOf(source: string, flags: string): bigint {
  const one = new RegExp(`^(?:${source})$`, flags.replaceAll(/[gmyd]/g, ''));
  return ALPHABET.reduce((set, sign, at) => (one.test(sign) ? set | (1n << BigInt(at)) : set), 0n);
}

function link({ next }: Automaton, from: readonly number[], to: readonly number[]): void {
  for (const one of from) {
    const ways = next[one] as Map<number, number>;
    for (const other of to) ways.set(other, (ways.get(other) ?? 0) + 1);
  }
}

function joined(builder: Builder, a: Piece, b: Piece): Piece {
  link(builder, a.last, b.first);
  return {
    isEmpty: a.isEmpty && b.isEmpty,
    first: a.isEmpty ? [...a.first, ...b.first] : a.first,
    last: b.isEmpty ? [...a.last, ...b.last] : b.last,
    isEnd: a.isEnd && b.isEnd,
    ends: b.isEnd ? [...a.ends, ...b.ends] : b.ends,
  };
}

const optional = (piece: Piece): Piece => ({ ...piece, isEmpty: true, isEnd: true });

function buildRepeat(builder: Builder, part: Part, min: number, max: number): Piece {
  const isLoop = max === Number.POSITIVE_INFINITY;
  const copies = Math.max(isLoop ? 1 : 0, Math.min(isLoop ? min : max, MAX_COPIES));
  if (isLoop) builder.isAnchored = false;
  const buildFrom = (copy: number): Piece => {
    if (copy > copies) return NOTHING;
    const piece = build(builder, part);
    if (isLoop && copy === copies) link(builder, piece.last, piece.first);
    const rest = joined(builder, piece, buildFrom(copy + 1));
    return copy > min ? optional(rest) : rest;
  };
  return buildFrom(1);
}

function build(builder: Builder, part: Part): Piece {
  if (part.kind === 'character') {
    const at = [addPosition(builder, setOf(part.source, builder.flags))];
    return { isEmpty: false, first: at, last: at, isEnd: false, ends: at };
  }
  if (part.kind === 'repeat') return buildRepeat(builder, part.part, part.min, part.max);
  if (part.kind === 'assertion') {
    const { isAnchored } = builder;
    if (part.body) builder.bodies.push({ body: part.body, isAnchored });
    return { ...NOTHING, isEnd: false };
  }
  const pieces = part.parts.map((one) => build(builder, one));
  if (part.kind === 'sequence') return pieces.reduce((a, b) => joined(builder, a, b), NOTHING);
  return {
    isEmpty: pieces.some(({ isEmpty }) => isEmpty),
    first: pieces.flatMap(({ first }) => first),
    last: pieces.flatMap(({ last }) => last),
    isEnd: pieces.some(({ isEnd }) => isEnd),
    ends: pieces.flatMap(({ ends }) => ends),
  };
}

/** Whether any of the goals is met by steps of all given positions on one character each. */
function meets(
  { sets, next }: Automaton,
  from: readonly number[],
  isGoal: (positions: readonly number[]) => boolean,
): boolean {
  const seen = new Set<string>();
  const open: (readonly number[])[] = [from];
  for (let at = open.pop(); at; at = open.pop()) {
    let steps: { positions: number[]; set: bigint }[] = [{ positions: [], set: ALL }];
    for (const position of at) {
      steps = steps.flatMap(({ positions, set }) =>
        [...(next[position] as Map<number, number>).keys()].flatMap((to) => {
          const common = set & (sets[to] as bigint);
          return common ? [{ positions: [...positions, to], set: common }] : [];
        }),
      );
    }
    for (const { positions } of steps) {
      if (isGoal(positions)) return true;
      const key = positions.join();
      if (!seen.has(key)) open.push(positions);
      seen.add(key);
    }
  }
  return false;
}

const isSame = (a: readonly number[], b: readonly number[]) => a.join() === b.join();

function isExponentialAt(automaton: Automaton, at: number): boolean {
  const isLoop = (from: number) => meets(automaton, [from], ([to]) => to === at);
  for (const [to, ways] of automaton.next[at] as Map<number, number>) {
    if (ways > 1 && isLoop(to === at ? at : to)) return true;
  }
  return meets(
    automaton,
    [at, at],
    (pair) => pair[0] !== pair[1] && meets(automaton, pair, (both) => isSame(both, [at, at])),
  );
}

function weigh(automaton: Automaton): Backtracking {
  const all = automaton.sets.map((_, at) => at);
  const loops = all.filter((at) => meets(automaton, [at], ([to]) => to === at));
  if (loops.some((at) => isExponentialAt(automaton, at))) return 'exponential';
  const isPolynomial = loops.some((p) =>
    loops.some(
      (q) =>
        p !== q &&
        ((automaton.sets[p] as bigint) & (automaton.sets[q] as bigint)) !== 0n &&
        meets(automaton, [p], ([to]) => to === q) &&
        meets(automaton, [p, p, q], (three) => isSame(three, [p, q, q])),
    ),
  );
  return isPolynomial ? 'polynomial' : 'none';
}

/** Without what ends a match: a match that has come there doesn't fail. */
function removeEnds({ next }: Automaton, ends: readonly number[]): void {
  for (const ways of next) for (const end of ends) ways.delete(end);
  for (const end of ends) next[end]?.clear();
}

function weighPart(part: Part, flags: string, isAnchored: boolean): Backtracking[] {
  const builder: Builder = { sets: [], next: [], flags, bodies: [], isAnchored };
  const start = isAnchored ? [] : [addPosition(builder, ALL)];
  link(builder, start, start);
  const whole = build(builder, part);
  link(builder, start, whole.first);
  if (!whole.isEnd) removeEnds(builder, whole.ends);
  const own = whole.isEnd ? 'none' : weigh(builder);
  return [own, ...builder.bodies.flatMap((one) => weighPart(one.body, flags, one.isAnchored))];
}

function startsAtStart(part: Part, flags: string): boolean {
  if (flags.includes('y')) return true;
  const first = part.kind === 'sequence' ? part.parts[0] : undefined;
  return !flags.includes('m') && first?.kind === 'assertion' && first.sign === '^';
}

/** The worst that some text makes of a pattern; throws a SyntaxError for one that it can't read. */
export function findBacktracking(expression: RegExp): Backtracking {
  const { flags } = expression;
  const found = readPattern(expression).flatMap((part) =>
    weighPart(part, flags, startsAtStart(part, flags)),
  );
  if (found.includes('exponential')) return 'exponential';
  return found.includes('polynomial') ? 'polynomial' : 'none';
}
