import { type Item, invalid, type Value } from './attribute-values.ts';
import {
  createTokens,
  type Path,
  type Placeholders,
  readPath,
  type Tokens,
  valueAt,
} from './expressions.ts';

type Operand = (item: Item) => Value;
type Change = (before: Item, after: Item) => Item;

/** The effect of an update expression on an item, and the attributes that it names. */
export interface Update {
  apply(item: Item): Item;
  readonly attributes: ReadonlySet<string>;
}

const CLAUSES = ['SET', 'REMOVE', 'ADD', 'DELETE'] as const;

function withValue(item: Item, path: Path, value: Value | undefined): Item {
  const [first, ...rest] = path;
  if (typeof first !== 'string') throw invalid('The document path provided is invalid');
  if (rest.length === 0) {
    const { [first]: _, ...others } = item;
    return value === undefined ? others : { ...others, [first]: value };
  }
  const inner = item[first];
  if (!inner || !('M' in inner)) throw invalid('The document path provided is invalid for update');
  return { ...item, [first]: { M: withValue(inner.M, rest, value) } };
}

function existing(path: Path): Operand {
  return (item) => {
    const value = valueAt(item, path);
    if (value) return value;
    throw invalid(`The provided expression refers to an attribute that does not exist: ${path}`);
  };
}

function readOperand(tokens: Tokens): Operand {
  if (tokens.peek().startsWith(':')) {
    const value = tokens.placeholders.value(tokens.next());
    return () => value;
  }
  if (!tokens.take('IF_NOT_EXISTS')) return existing(readPath(tokens));
  tokens.expect('(');
  const path = readPath(tokens);
  tokens.expect(',');
  const otherwise = readOperand(tokens);
  tokens.expect(')');
  return (item) => valueAt(item, path) ?? otherwise(item);
}

function sum(one: Value, other: Value, sign: 1 | -1): Value {
  if (!('N' in one && 'N' in other)) {
    throw invalid('An operand in the update expression has an incorrect data type');
  }
  return { N: String(Number(one.N) + sign * Number(other.N)) };
}

function readSet(tokens: Tokens, path: Path): Change {
  tokens.expect('=');
  const first = readOperand(tokens);
  const sign = tokens.take('+') ? 1 : tokens.take('-') ? -1 : undefined;
  const second = sign && readOperand(tokens);
  return (before, after) => {
    const value = second && sign ? sum(first(before), second(before), sign) : first(before);
    return withValue(after, path, value);
  };
}

function readAdd(tokens: Tokens, path: Path): Change {
  const added = readOperand(tokens)({});
  if (!('N' in added) && !('SS' in added)) {
    throw invalid('Incorrect operand type for operator or function; operator: ADD');
  }
  return (before, after) => {
    const was = valueAt(before, path);
    if ('N' in added) return withValue(after, path, sum(was ?? { N: '0' }, added, 1));
    const held = was && 'SS' in was ? was.SS : [];
    return withValue(after, path, { SS: [...new Set([...held, ...added.SS])] });
  };
}

function readDelete(tokens: Tokens, path: Path): Change {
  const removed = readOperand(tokens)({});
  if (!('SS' in removed)) throw invalid('Incorrect operand type for operator: DELETE');
  return (before, after) => {
    const was = valueAt(before, path);
    const left = was && 'SS' in was ? was.SS.filter((one) => !removed.SS.includes(one)) : [];
    return withValue(after, path, left.length > 0 ? { SS: left } : undefined);
  };
}

const READERS: Readonly<Record<(typeof CLAUSES)[number], (tokens: Tokens, path: Path) => Change>> =
  {
    SET: readSet,
    REMOVE: (_, path) => (__, after) => withValue(after, path, undefined),
    ADD: readAdd,
    DELETE: readDelete,
  };

function overlap(one: Path, other: Path): boolean {
  const shorter = Math.min(one.length, other.length);
  return one.slice(0, shorter).every((step, at) => step === other[at]);
}

function refuseOverlaps(paths: readonly Path[]): void {
  for (const [at, path] of paths.entries()) {
    if (paths.slice(at + 1).some((other) => overlap(path, other))) {
      throw invalid('Two document paths overlap with each other; must remove or rewrite one');
    }
  }
}

/** Reads an update; absent: it changes nothing. */
export function readUpdate(text: string | undefined, placeholders: Placeholders): Update {
  if (text === undefined) return { apply: (item) => item, attributes: new Set() };
  const tokens = createTokens(text, placeholders);
  const changes: Change[] = [];
  const paths: Path[] = [];
  const seen = new Set<string>();
  while (tokens.peek() !== '') {
    const clause = CLAUSES.find((word) => tokens.take(word));
    if (!clause) throw invalid(`Syntax error; token: "${tokens.peek()}"`);
    if (seen.has(clause)) throw invalid(`The "${clause}" section can only be used once`);
    seen.add(clause);
    do {
      const path = readPath(tokens);
      paths.push(path);
      changes.push(READERS[clause](tokens, path));
    } while (tokens.take(','));
  }
  refuseOverlaps(paths);
  return {
    apply: (item) => changes.reduce((after, change) => change(item, after), item),
    attributes: new Set(paths.map(([first]) => String(first))),
  };
}
