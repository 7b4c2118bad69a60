/** Where a text stops being JSON, and why. Lines and columns begin at 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** A sentence. */
  readonly detail: string;
  /** The correction, a sentence. */
  readonly hint: string;
}

type Words = Pick<JsonFault, 'detail' | 'hint'>;

/** The tokens that may come next; `name` and `element` stand behind a comma. */
type Expected =
  | 'value'
  | 'element'
  | 'elementOrEnd'
  | 'name'
  | 'nameOrEnd'
  | 'colon'
  | 'commaOrEnd'
  | 'nothing';

// JSON has no control characters in strings (RFC 8259 section 7)
const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

const TRAILING_COMMA: Words = {
  detail: 'A comma stands before a closing bracket.',
  hint: 'Remove the comma.',
};
const EARLY_END: Words = {
  detail: 'The text ends before the JSON value does.',
  hint: 'Add the missing closing bracket or quote; a shell may have cut the body at a quote.',
};
const MISSING_COMMA: Words = {
  detail: 'A comma is missing between two entries.',
  hint: 'Add a comma.',
};
const MISSING_COLON: Words = {
  detail: 'A colon is missing behind a name.',
  hint: 'Write each field as "name": value.',
};
const SINGLE_QUOTE: Words = {
  detail: 'JSON has no single quotes.',
  hint: 'Use double quotes. The Windows shell needs the body in a file: --data-binary @FILE.',
};
const BARE_NAME: Words = {
  detail: 'A name has no quotes.',
  hint: 'Put each name in double quotes; a shell removes them from an unquoted body.',
};
const COMMENT: Words = { detail: 'JSON has no comments.', hint: 'Remove the comment.' };
const REST: Words = {
  detail: 'Text follows the end of the JSON value.',
  hint: 'Send one JSON value and nothing behind it.',
};
const BAD_STRING: Words = {
  detail: 'A string has a line break, a bad escape or no closing quote.',
  hint: 'Write a line break as \\n and a backslash as \\\\.',
};
const BAD_VALUE: Words = {
  detail: 'This is no JSON value.',
  hint: 'Use a string in double quotes, a number, true, false, null, [] or {}.',
};
const BAD_NAME: Words = {
  detail: 'A name in double quotes is missing.',
  hint: 'Write each field as "name": value.',
};

/** A token's sign, `string` or `scalar`; `end` behind the last one, `bad` for no token. */
interface Token {
  readonly kind: string;
  readonly end: number;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function readToken(text: string, at: number): Token {
  const sign = text[at];
  if (sign === undefined) return { kind: 'end', end: at };
  if ('{}[],:'.includes(sign)) return { kind: sign, end: at + 1 };
  const string = matchEnd(STRING, text, at);
  if (string !== undefined) return { kind: 'string', end: string };
  const scalar = matchEnd(SCALAR, text, at);
  return scalar === undefined ? { kind: 'bad', end: at } : { kind: 'scalar', end: scalar };
}

function isValueDue(expected: Expected): boolean {
  return expected === 'value' || expected === 'element' || expected === 'elementOrEnd';
}

function isNameDue(expected: Expected): boolean {
  return expected === 'name' || expected === 'nameOrEnd';
}

/** The state after a token; undefined if the token doesn't fit. `open` are the open brackets. */
function follow(kind: string, expected: Expected, open: string[]): Expected | undefined {
  const top = open.at(-1);
  if (isValueDue(expected) && (kind === '{' || kind === '[')) {
    open.push(kind);
    return kind === '{' ? 'nameOrEnd' : 'elementOrEnd';
  }
  if (isNameDue(expected) && kind === 'string') return 'colon';
  if (expected === 'colon' && kind === ':') return 'value';
  if (expected === 'commaOrEnd' && kind === ',') return top === '{' ? 'name' : 'element';
  const isClosed = expected.endsWith('OrEnd') && kind === (top === '{' ? '}' : ']');
  if (isClosed) open.pop();
  const isDone = isClosed || (isValueDue(expected) && (kind === 'string' || kind === 'scalar'));
  if (!isDone) return undefined;
  return open.length > 0 ? 'commaOrEnd' : 'nothing';
}

function wordsFor({ kind }: Token, sign: string, expected: Expected): Words {
  if (kind === 'end') return EARLY_END;
  if (expected === 'nothing') return REST;
  if (sign === '/') return COMMENT;
  if (sign === "'") return SINGLE_QUOTE;
  if (sign === '"' && kind === 'bad') return BAD_STRING;
  if (expected === 'colon') return MISSING_COLON;
  if (expected === 'commaOrEnd') return MISSING_COMMA;
  if (!isNameDue(expected)) return BAD_VALUE;
  return /\w/.test(sign) ? BARE_NAME : BAD_NAME;
}

interface Misfit {
  readonly at: number;
  readonly words: Words;
}

/** The first token that doesn't fit; of a trailing comma the comma. */
function findMisfit(text: string): Misfit | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  let [before, at] = [0, matchEnd(SPACE, text, 0) ?? 0];
  for (;;) {
    const token = readToken(text, at);
    if (token.kind === 'end' && expected === 'nothing') return undefined;
    const isTrailing =
      (expected === 'name' && token.kind === '}') || (expected === 'element' && token.kind === ']');
    if (isTrailing) return { at: before, words: TRAILING_COMMA };
    const next = follow(token.kind, expected, open);
    if (next === undefined) return { at, words: wordsFor(token, text[at] ?? '', expected) };
    expected = next;
    before = at;
    at = matchEnd(SPACE, text, token.end) ?? token.end;
  }
}

/**
 * Where a text that JSON.parse refuses stops being JSON; linear in the text, and nothing of it is
 * repeated. Undefined where it finds nothing wrong.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const found = findMisfit(text);
  if (!found) return undefined;
  const before = text.slice(0, found.at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, ...found.words };
}
