/** One part of a regular expression; `{` counts above MAX_COUNTED are read as without an end. */
export type Part =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly min: number; readonly max: number }
  | { readonly kind: 'assertion'; readonly sign: string; readonly body?: Part };

/** A repetition of at most so many costs a constant for each character, and is no loop. */
export const MAX_COUNTED = 300;

const ATOM =
  /\\(?:x[0-9a-f]{2}|u\{[0-9a-f]+\}|u[0-9a-f]{4}|[pP]\{[^{}]*\}|c[a-z]|k<[^<>]*>|[1-9]\d*|[\s\S])|\.|[^\\]/iuy;
const GROUP = /\((?:\?(?:<?[=!]|:|<[^<>=!]+>|[a-z-]+:))?/y;
const COUNT = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;
/** A reference to a group may match any text, since its length isn't known. */
const ANY_TEXT: Part = {
  kind: 'repeat',
  part: { kind: 'character', source: '[^]' },
  min: 0,
  max: Number.POSITIVE_INFINITY,
};

interface Reader {
  readonly text: string;
  at: number;
}

function take(reader: Reader, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.text);
  if (!found) return undefined;
  reader.at = expression.lastIndex;
  return found;
}

/** A class with its brackets, which nest by the flag `v`. */
function takeClass(reader: Reader): string {
  const from = reader.at;
  let depth = 0;
  do {
    const sign = reader.text[reader.at];
    if (sign === undefined) throw new SyntaxError(`A class without an end: ${reader.text}`);
    if (sign === '\\') reader.at += 1;
    // only `v` nests, and nothing else leaves a bracket in a class unescaped that has its pair
    else if (sign === '[' && (depth === 0 || isNested(reader))) depth += 1;
    else if (sign === ']') depth -= 1;
    reader.at += 1;
  } while (depth > 0);
  return reader.text.slice(from, reader.at);
}

let nests = false;
const isNested = (_: Reader) => nests;

function readGroup(reader: Reader): Part {
  const [open = ''] = take(reader, GROUP) ?? [];
  const body = readChoice(reader);
  if (reader.text[reader.at] !== ')')
    throw new SyntaxError(`A group without an end: ${reader.text}`);
  reader.at += 1;
  return /[=!]$/.test(open) ? { kind: 'assertion', sign: open.slice(2), body } : body;
}

function readAtom(reader: Reader): Part {
  const sign = reader.text[reader.at];
  if (sign === '(') return readGroup(reader);
  if (sign === '[') return { kind: 'character', source: takeClass(reader) };
  const [source = ''] = take(reader, ATOM) ?? [];
  if (['^', '$', '\\b', '\\B'].includes(source)) return { kind: 'assertion', sign: source };
  return /^\\(?:k<|[1-9])/.test(source) ? ANY_TEXT : { kind: 'character', source };
}

function readItem(reader: Reader): Part {
  const part = readAtom(reader);
  const found = take(reader, COUNT);
  if (!found) return part;
  const [sign = '', from, comma, to] = found;
  const least = from === undefined ? Number(sign[0] === '+') : Number(from);
  if (sign[0] === '?') return { kind: 'repeat', part, min: 0, max: 1 };
  const most = comma === '' ? least : Number(to || Number.POSITIVE_INFINITY);
  const isLoop = from === undefined || most > MAX_COUNTED;
  return { kind: 'repeat', part, min: least, max: isLoop ? Number.POSITIVE_INFINITY : most };
}

function readSequence(reader: Reader): Part {
  const parts: Part[] = [];
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at] as string)) {
    parts.push(readItem(reader));
  }
  return { kind: 'sequence', parts };
}

function readChoice(reader: Reader): Part {
  const parts = [readSequence(reader)];
  while (reader.text[reader.at] === '|') {
    reader.at += 1;
    parts.push(readSequence(reader));
  }
  return { kind: 'choice', parts };
}

/** The alternatives of a regular expression; throws a SyntaxError for one that it can't read. */
export function readPattern({ source, flags }: RegExp): readonly Part[] {
  nests = flags.includes('v');
  const reader = { text: source, at: 0 };
  const read = readChoice(reader);
  if (reader.at < source.length) throw new SyntaxError(`Not read to its end: ${source}`);
  return read.kind === 'choice' ? read.parts : [read];
}
