import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FILES = ['dynamodb', 'sqlite', 'rows']
  .flatMap((room) => globSync(`adapters/${room}/**/*.ts`))
  .sort();

const WRAPS = 'wraps the methods of statements, reads no row';

/** The lines with a cast that stay, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'adapters/rows/columns.ts: return record as RecordOf<C>;':
    'each field was read by its own column',
  'adapters/rows/read-row.ts: row === undefined ? (row as Extract<R, undefined>) : readWithin(table, () => read(row));':
    'the compiler narrows no type parameter',
  'adapters/sqlite/database/read-row.ts: return createRowReader(table, Object.fromEntries(checked) as C, snakeCase);':
    'the same names, each with its own column in another',
  'adapters/sqlite/database/disk-database.ts: const run = asTold(statement.run as Call);': WRAPS,
  'adapters/sqlite/database/disk-database.ts: get: asTold(statement.get as Call),': WRAPS,
  'adapters/sqlite/database/disk-database.ts: all: asTold(statement.all as Call),': WRAPS,
  'adapters/sqlite/database/disk-database.ts: }) as StatementSync;': WRAPS,
};

/** The code of a file without its comments and imports, in which `as` is no cast. */
function codeOf(source: string): string {
  return source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/^(import|export)( type)? (\{[^}]*\}|\*[^;]*) from [^;]*;$/gm, '');
}

/**
 * The lines with a cast, those of a caught error aside; `<Type>value` is no syntax that is erased.
 */
function castsOf(source: string): string[] {
  const lines = codeOf(source).split('\n');
  const isCast = (line: string) => /\bas (?!const\b)/.test(line.replaceAll(/\berror as \w+/g, ''));
  return lines.filter(isCast).map((line) => line.trim());
}

/** The SDK types a field of an item as `any` where it is read past its reader. */
function fieldsOf(source: string): string[] {
  const found = codeOf(source).matchAll(
    /\b(Item|Attributes|LastEvaluatedKey)\b(\?\.|\.|\[(?!\]))\w*|\} = (Item|Attributes)\b|Items\.\w+\(\(\{/g,
  );
  return [...found].map(([read]) => read);
}

describe('rows of a database', () => {
  it('are read by their readers, never cast', () => {
    const casts = FILES.flatMap((file) =>
      castsOf(readFileSync(file, 'utf8')).map((cast) => `${file}: ${cast}`),
    );
    expect(casts.sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  it('of DynamoDB are read by no field that the SDK has no type for', () => {
    const fields = FILES.flatMap((file) =>
      fieldsOf(readFileSync(file, 'utf8')).map((read) => `${file}: ${read}`),
    );
    expect(fields).toEqual([]);
  });

  it.each([
    'const row = get.get(id) as Row | undefined;',
    'return (row as { count: number }).count;',
    'const one = item as unknown as Image;',
    'rows.map(({ id }) => id as string)',
    'const ids = [...all.keys()] as string[];',
    'const all = names as (keyof Image)[];',
    'read(row)\n    .key as readonly string[];',
  ])('a cast is found: %s', (source) => {
    expect(castsOf(source)).toHaveLength(1);
  });

  it.each([
    "import { a as b } from './c.ts';",
    'const WORDS = ["a"] as const;',
    'if ((error as Error).name === "x") throw error;',
    '/** The same as Row is. */',
    'const x = 1; // as Row',
    'SELECT images AS used',
  ])('what is no cast is none: %s', (source) => {
    expect(castsOf(source)).toEqual([]);
  });

  it.each(['return Item?.used ?? 0;', 'const { a } = Item;', 'Items.map(({ part }) => part)'])(
    'a field past its reader is found: %s',
    (source) => {
      expect(fieldsOf(source)).toHaveLength(1);
    },
  );
});
