/**
 * A stored value of an unexpected kind. It names the place and the kind of value, never the value.
 */
export class UnexpectedRowError extends Error {
  override name = 'UnexpectedRowError';
  readonly path: string;
  readonly #expected: string;
  readonly #found: string;

  constructor(path: string, expected: string, found: string) {
    super(`${path || 'a stored value'} is ${found}, not ${expected}`);
    this.path = path;
    this.#expected = expected;
    this.#found = found;
  }

  /** The same, of a value within the one that `name` names. */
  within(name: string): UnexpectedRowError {
    const path = this.path === '' ? name : `${name}.${this.path}`;
    return new UnexpectedRowError(path, this.#expected, this.#found);
  }
}

/** Turns a stored value into a record's value; throws an UnexpectedRowError for any other kind. */
export type Column<T> = (value: unknown) => T;
export type Columns = Readonly<Record<string, Column<unknown>>>;
export type Row = Readonly<Record<string, unknown>>;

type OptionalField<C extends Columns> = {
  [K in keyof C]: undefined extends ReturnType<C[K]> ? K : never;
}[keyof C];

/** The record that columns read: a field of an optional column is absent if nothing is stored. */
export type RecordOf<C extends Columns> = {
  readonly [K in Exclude<keyof C, OptionalField<C>>]: ReturnType<C[K]>;
} & {
  readonly [K in OptionalField<C>]?: Exclude<ReturnType<C[K]>, undefined>;
};

/** A column for every field of a record, optional ones included: none can be forgotten. */
export type ColumnsOf<T> = {
  readonly [K in keyof T]-?: Column<
    Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K]
  >;
};

function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
}

/** Reports an unexpected value. */
export function refuse(expected: string, value: unknown): never {
  throw new UnexpectedRowError('', expected, kindOf(value));
}

/** Runs a read of the value at `name`, so that its error has that name. */
export function readWithin<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnexpectedRowError ? error.within(name) : error;
  }
}

export const text: Column<string> = (value) =>
  typeof value === 'string' ? value : refuse('a text', value);

export const number: Column<number> = (value) =>
  typeof value === 'number' ? value : refuse('a number', value);

export const boolean: Column<boolean> = (value) =>
  typeof value === 'boolean' ? value : refuse('true or false', value);

/** One of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Column<Word> {
  return (value) =>
    words.find((word) => word === value) ?? refuse(`one of ${words.join(', ')}`, value);
}

/** One of the words of a union, each named once: a word that is forgotten doesn't compile. */
export function wordOf<Word extends string>(words: Readonly<Record<Word, true>>): Column<Word> {
  const isWord = (value: unknown): value is Word =>
    typeof value === 'string' && Object.hasOwn(words, value);
  return (value) =>
    isWord(value) ? value : refuse(`one of ${Object.keys(words).join(', ')}`, value);
}

/** A text that begins with `prefix`, as an id does. */
export function prefixed<Prefix extends string>(prefix: Prefix): Column<`${Prefix}${string}`> {
  const isPrefixed = (value: unknown): value is `${Prefix}${string}` =>
    typeof value === 'string' && value.startsWith(prefix);
  return (value) =>
    isPrefixed(value) ? value : refuse(`a text that begins with ${prefix}`, value);
}

/** Undefined, so that the field is absent, if nothing is stored. */
export function optional<T>(column: Column<T>): Column<T | undefined> {
  return (value) => (value === undefined || value === null ? undefined : column(value));
}

/** Null if nothing is stored. */
export function orNull<T>(column: Column<T>): Column<T | null> {
  return (value) => (value === undefined || value === null ? null : column(value));
}

/** `fallback` if nothing is stored, as in a row that is older than the field. */
export function withDefault<T>(column: Column<T>, fallback: T): Column<T> {
  return (value) => (value === undefined || value === null ? fallback : column(value));
}

/** The value of a JSON text. */
export function json<T>(column: Column<T>): Column<T> {
  return (value) => {
    const source = text(value);
    let parsed: unknown;
    try {
      parsed = JSON.parse(source);
    } catch {
      refuse('a JSON text', value);
    }
    return column(parsed);
  };
}

export function list<T>(column: Column<T>): Column<readonly T[]> {
  return (value) =>
    Array.isArray(value)
      ? value.map((element, at) => readWithin(String(at), () => column(element)))
      : refuse('a list', value);
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with any fields. */
export const object: Column<Row> = (value) =>
  isObject(value) ? value : refuse('an object', value);

/** An object with any names and values of one kind; `column` changes none of them. */
export function mapOf<T>(column: Column<T>): Column<Readonly<Record<string, T>>> {
  const isMap = (value: Row): value is Readonly<Record<string, T>> => {
    for (const name of Object.keys(value)) column(value[name]);
    return true;
  };
  return (value) => {
    const found = object(value);
    return isMap(found) ? found : refuse('an object', value);
  };
}

/** An object with these fields; others are left out. */
export function fields<C extends Columns>(columns: C): Column<RecordOf<C>> {
  const read = createFieldsReader(columns);
  return (value) => read(object(value));
}

/** Reads the record from a row; `nameOf` maps a field to its column. */
export function createFieldsReader<C extends Columns>(
  columns: C,
  nameOf: (field: string) => string = (field) => field,
): (row: Row) => RecordOf<C> {
  const entries = Object.entries(columns).map(([field, read]) => {
    return { field, name: nameOf(field), read };
  });
  return (row) => {
    const record: Record<string, unknown> = {};
    let at = '';
    try {
      for (const { field, name, read } of entries) {
        at = name;
        const value = read(row[name]);
        if (value !== undefined) record[field] = value;
      }
    } catch (error) {
      throw error instanceof UnexpectedRowError ? error.within(at) : error;
    }
    // each field was read by its own column
    return record as RecordOf<C>;
  };
}
