import type { JsonRequest } from '../../../core/api/endpoint.ts';

/** The description that a schema of zod has, as far as bodies are made of it. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
}
interface Schema {
  readonly _zod: { readonly def: Definition };
}

/** A field of a request: where it stands, and what its values are. */
export interface Field {
  /** Names from the body's own down; `*` is a key of a record, 0 the first of a list. */
  readonly path: readonly string[];
  readonly type: 'object' | 'array' | 'record' | 'text';
}

function fieldsOf(schema: Schema, path: readonly string[] = []): Field[] {
  const { type, shape, innerType, element, valueType, options } = schema._zod.def;
  if (innerType) return fieldsOf(innerType, path);
  if (options) return options.flatMap((option) => fieldsOf(option, path));
  if (shape) {
    const inner = Object.entries(shape).flatMap(([name, one]) => fieldsOf(one, [...path, name]));
    return [{ path, type: 'object' }, ...inner];
  }
  if (element) return [{ path, type: 'array' }, ...fieldsOf(element, [...path, '0'])];
  if (valueType) return [{ path, type: 'record' }, ...fieldsOf(valueType, [...path, '*'])];
  return type === 'literal' ? [] : [{ path, type: 'text' }];
}

/** Every field of a request's body at every depth, each place once. */
export function fieldsOfRequest({ schema }: JsonRequest): Field[] {
  const all = fieldsOf(schema as unknown as Schema);
  return [...new Map(all.map((field) => [`${field.type} ${field.path}`, field])).values()];
}

/** As many pieces as `bytes` hold, between commas. */
function fill(bytes: number, piece: (at: number) => string): string {
  const pieces: string[] = [];
  for (let [at, length] = [0, 0]; length < bytes; at += 1) {
    const next = piece(at);
    pieces.push(next);
    length += next.length + 1;
  }
  return pieces.slice(0, -1).join(',');
}
const nameOf = (at: number) => at.toString(36);
const nested = (bytes: number, open: string, close: string) => {
  const depth = Math.floor(bytes / (open.length + close.length + 1));
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
};
type Make = (bytes: number) => string;

const ANY = {
  'lists in lists': (bytes) => nested(bytes, '[', ']'),
  'objects in objects': (bytes) => nested(bytes, '{"a":', '}'),
  'a list of numbers': (bytes) => `[${fill(bytes, () => '0')}]`,
  'a list of names': (bytes) => `[${fill(bytes, (at) => `"${nameOf(at)}"`)}]`,
  'an object of names': (bytes) => `{${fill(bytes, (at) => `"${nameOf(at)}":1`)}}`,
} as const satisfies Readonly<Record<string, Make>>;
const TEXTS: Readonly<Record<string, Make>> = {
  letters: (bytes) => `"${'a'.repeat(bytes)}"`,
  'control characters': (bytes) => `"${'\\u0001'.repeat(bytes / 6)}"`,
  'lone surrogates': (bytes) => `"${'\\ud800'.repeat(bytes / 6)}"`,
  slashes: (bytes) => `"${'/'.repeat(bytes)}"`,
  parameters: (bytes) => `"${'a=&'.repeat(bytes / 3)}"`,
  'a host of labels': (bytes) => `"https://${'a.'.repeat(bytes / 2)}com/"`,
  percents: (bytes) => `"${'%'.repeat(bytes)}"`,
  spaces: (bytes) => `"${' '.repeat(bytes)}x"`,
  wide: (bytes) => `"${'漢'.repeat(bytes / 3)}"`,
};
const KEYS: Readonly<Record<string, Make>> = {
  'a long name': (bytes) => `{"${'x'.repeat(bytes)}":1}`,
  'names of control characters': (bytes) =>
    `{${fill(bytes, (at) => `"${'\\u0001'.repeat(60)}${at}":1`)}}`,
  'names with long texts': (bytes) =>
    `{${fill(bytes, (at) => `"${nameOf(at)}":"${'a&'.repeat(400)}"`)}}`,
  'one name again and again': (bytes) => `{${fill(bytes, () => '"a":1')}}`,
};
const HOSTILE: Readonly<Record<Field['type'], Readonly<Record<string, Make>>>> = {
  object: { ...ANY, ...KEYS },
  array: {
    ...ANY,
    'a list of long texts': (bytes) => `[${fill(bytes, () => `"${'a.'.repeat(500)}"`)}]`,
  },
  record: { ...ANY, ...KEYS },
  text: {
    ...TEXTS,
    'lists in lists': ANY['lists in lists'],
    'an object of names': ANY['an object of names'],
  },
};

/** A name for the values that a field is tried with. */
export const kindsOf = (field: Field): readonly string[] => Object.keys(HOSTILE[field.type]);

/** The text around a value at the end of a path, in lists and records of one entry. */
function wrap(path: readonly string[], value: string): string {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const inner = wrap(rest, value);
  if (name === '0') return `[${inner}]`;
  return `{${JSON.stringify(name === '*' ? 'card' : name)}:${inner}}`;
}

/** The text of a body of so many bytes, valid but for one field. */
export function hostileBody(
  example: Readonly<Record<string, unknown>>,
  field: Field,
  kind: string,
  bytes: number,
): string {
  const [name, ...rest] = field.path;
  const value = (HOSTILE[field.type][kind] as Make)(bytes);
  const members = Object.entries(example)
    .filter(([key]) => key !== name)
    .map(([key, given]) => `${JSON.stringify(key)}:${JSON.stringify(given)}`);
  if (name === undefined) {
    if (!value.startsWith('{"') || value.startsWith('{"a":{')) return value;
    return `{${[...members, value.slice(1, -1)].join(',')}}`;
  }
  return `{${[...members, `${JSON.stringify(name)}:${wrap(rest, value)}`].join(',')}}`;
}
