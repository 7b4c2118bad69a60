import { type Item, invalid, isSame, order, typeOf, type Value } from './attribute-values.ts';
import { isReserved } from './reserved-words.ts';

/** The placeholders of a request, which know whether an expression has used them. */
export interface Placeholders {
  /** The attribute that a word of an expression means. */
  name(text: string): string;
  value(text: string): Value;
  /** Throws for a name or a value that no expression has used. */
  refuseUnused(): void;
}

/** Reads the placeholders of a request. */
export function createPlaceholders(
  names: Readonly<Record<string, string>> = {},
  values: Item = {},
): Placeholders {
  const used = new Set<string>();
  return {
    name: (text) => {
      if (!text.startsWith('#')) {
        if (isReserved(text)) throw invalid(`Attribute name is a reserved keyword: ${text}`);
        return text;
      }
      used.add(text);
      const name = names[text];
      if (name === undefined) throw invalid(`An expression attribute name is not defined: ${text}`);
      return name;
    },
    value: (text) => {
      used.add(text);
      const value = values[text];
      if (!value) throw invalid(`An expression attribute value is not defined: ${text}`);
      return value;
    },
    refuseUnused: () => {
      const unused = [...Object.keys(names), ...Object.keys(values)].filter(
        (one) => !used.has(one),
      );
      if (unused.length === 0) return;
      throw invalid(`Value provided in expression attributes unused in expressions: {${unused}}`);
    },
  };
}

/** The words and signs of an expression, read one after the other. */
export interface Tokens {
  readonly placeholders: Placeholders;
  peek(): string;
  next(): string;
  /** Takes this word if it is the next; false otherwise. */
  take(word: string): boolean;
  expect(word: string): void;
}

/** Splits an expression into its words and signs. */
export function createTokens(text: string, placeholders: Placeholders): Tokens {
  if (text.trim() === '') throw invalid('The expression can not be empty;');
  const all = text.match(/[#:]?[A-Za-z_]\w*|\d+|<>|<=|>=|\S/g) ?? [];
  let at = 0;
  const peek = () => all[at] ?? '';
  const take = (word: string): boolean => {
    if (peek().toUpperCase() !== word) return false;
    at += 1;
    return true;
  };
  return {
    placeholders,
    peek,
    take,
    next: () => {
      at += 1;
      return all[at - 1] ?? '';
    },
    expect: (word) => {
      if (!take(word)) throw invalid(`Syntax error; token: "${peek()}", expected ${word}`);
    },
  };
}

/** The steps to an attribute or to a part of it. */
export type Path = readonly (string | number)[];

export function readPath(tokens: Tokens): Path {
  const first = tokens.next();
  if (!/^#?[A-Za-z_]/.test(first)) throw invalid(`Syntax error; token: "${first}"`);
  const path: (string | number)[] = [tokens.placeholders.name(first)];
  for (;;) {
    if (tokens.take('.')) path.push(tokens.placeholders.name(tokens.next()));
    else if (tokens.take('[')) {
      path.push(Number(tokens.next()));
      tokens.expect(']');
    } else return path;
  }
}

/** The value at a path; undefined if there is none. */
export function valueAt(item: Item, path: Path): Value | undefined {
  let value: Value | undefined = { M: item };
  for (const step of path) {
    if (value && typeof step === 'string' && 'M' in value) value = value.M[step];
    else if (value && typeof step === 'number' && 'L' in value) value = value.L[step];
    else return undefined;
  }
  return value;
}

type Operand = (item: Item) => Value | undefined;
export type Condition = (item: Item) => boolean;

function readOperand(tokens: Tokens): Operand {
  const token = tokens.peek();
  if (token.startsWith(':')) {
    const value = tokens.placeholders.value(tokens.next());
    return () => value;
  }
  if (token === 'size') {
    tokens.next();
    tokens.expect('(');
    const path = readPath(tokens);
    tokens.expect(')');
    return (item) => sizeAt(valueAt(item, path));
  }
  const path = readPath(tokens);
  return (item) => valueAt(item, path);
}

function sizeAt(value: Value | undefined): Value | undefined {
  if (!value) return undefined;
  if ('S' in value) return { N: String(Buffer.byteLength(value.S)) };
  if ('L' in value) return { N: String(value.L.length) };
  if ('M' in value) return { N: String(Object.keys(value.M).length) };
  return 'SS' in value ? { N: String(value.SS.length) } : undefined;
}

const FUNCTIONS: Readonly<
  Record<string, (value: Value | undefined, argument: Value | undefined) => boolean>
> = {
  attribute_exists: (value) => value !== undefined,
  attribute_not_exists: (value) => value === undefined,
  attribute_type: (value, type) =>
    value !== undefined && type !== undefined && 'S' in type && typeOf(value) === type.S,
  begins_with: (value, start) =>
    !!value && !!start && 'S' in value && 'S' in start && value.S.startsWith(start.S),
  contains: (value, part) => {
    if (!value || !part) return false;
    if ('S' in value && 'S' in part) return value.S.includes(part.S);
    if ('SS' in value && 'S' in part) return value.SS.includes(part.S);
    return 'L' in value && value.L.some((one) => isSame(one, part));
  },
};

const COMPARATORS: Readonly<Record<string, (at: number) => boolean>> = {
  '<': (at) => at < 0,
  '<=': (at) => at <= 0,
  '>': (at) => at > 0,
  '>=': (at) => at >= 0,
};

function readFunction(tokens: Tokens): Condition {
  const name = tokens.next();
  const run = FUNCTIONS[name];
  if (!run) throw invalid(`Invalid function name; function: ${name}`);
  tokens.expect('(');
  const path = readPath(tokens);
  const argument = tokens.take(',') ? readOperand(tokens) : () => undefined;
  tokens.expect(')');
  return (item) => run(valueAt(item, path), argument(item));
}

function readComparison(tokens: Tokens): Condition {
  const left = readOperand(tokens);
  if (tokens.take('BETWEEN')) {
    const low = readOperand(tokens);
    tokens.expect('AND');
    const high = readOperand(tokens);
    return (item) =>
      (order(left(item), low(item)) ?? -1) >= 0 && (order(left(item), high(item)) ?? 1) <= 0;
  }
  if (tokens.take('IN')) {
    tokens.expect('(');
    const options = [readOperand(tokens)];
    while (tokens.take(',')) options.push(readOperand(tokens));
    tokens.expect(')');
    return (item) => options.some((option) => isSame(left(item), option(item)));
  }
  const sign = tokens.next();
  const right = readOperand(tokens);
  if (sign === '=') return (item) => isSame(left(item), right(item));
  // a missing attribute is unequal to every value
  if (sign === '<>') return (item) => !isSame(left(item), right(item));
  const compare = COMPARATORS[sign];
  if (!compare) throw invalid(`Syntax error; token: "${sign}"`);
  return (item) => {
    const found = order(left(item), right(item));
    return found !== undefined && compare(found);
  };
}

function readPrimary(tokens: Tokens): Condition {
  if (tokens.take('NOT')) {
    const inner = readPrimary(tokens);
    return (item) => !inner(item);
  }
  if (tokens.take('(')) {
    const isDoubled = tokens.peek() === '(';
    const inner = readOr(tokens, isDoubled);
    tokens.expect(')');
    return inner;
  }
  return Object.hasOwn(FUNCTIONS, tokens.peek()) ? readFunction(tokens) : readComparison(tokens);
}

function readAnd(tokens: Tokens): { readonly holds: Condition; readonly count: number } {
  const parts = [readPrimary(tokens)];
  while (tokens.take('AND')) parts.push(readPrimary(tokens));
  return { holds: (item) => parts.every((part) => part(item)), count: parts.length };
}

function readOr(tokens: Tokens, isDoubled = false): Condition {
  const parts = [readAnd(tokens)];
  while (tokens.take('OR')) parts.push(readAnd(tokens));
  const isAlone = parts.length === 1 && parts[0]?.count === 1;
  if (isDoubled && isAlone) throw invalid('The expression has redundant parentheses;');
  return (item) => parts.some(({ holds }) => holds(item));
}

/** Reads a condition, a key condition or a filter; an absent one holds for every item. */
export function readCondition(text: string | undefined, placeholders: Placeholders): Condition {
  if (text === undefined) return () => true;
  const tokens = createTokens(text, placeholders);
  const condition = readOr(tokens);
  if (tokens.peek() !== '') throw invalid(`Syntax error; token: "${tokens.peek()}"`);
  return condition;
}

/** Reads the paths of a projection. */
export function readProjection(text: string, placeholders: Placeholders): readonly Path[] {
  const tokens = createTokens(text, placeholders);
  const paths = [readPath(tokens)];
  while (tokens.take(',')) paths.push(readPath(tokens));
  if (tokens.peek() !== '') throw invalid(`Syntax error; token: "${tokens.peek()}"`);
  return paths;
}
