import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  findInProduct,
  isSyntaxNode,
  nameOf,
  parseSource,
  type SyntaxNode,
  visitSyntax,
  writtenAs,
} from '../support/sources/syntax-tree.ts';

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
  ])('finds no cast in %s', (source) => {
    expect(castsOf(source)).toEqual([]);
  });

  it.each(['return Item?.used ?? 0;', 'const { a } = Item;', 'Items.map(({ part }) => part)'])(
    'a field past its reader is found: %s',
    (source) => {
      expect(fieldsOf(source)).toHaveLength(1);
    },
  );
});

/** How many casts each room has. A number only falls: less is written here with the change. */
const CASTS_OF_ROOM: Readonly<Record<string, number>> = {
  adapters: 35,
  admin: 12,
  cli: 36,
  client: 11,
  console: 29,
  core: 123,
  lambdas: 29,
  lib: 25,
  local: 34,
  site: 1,
};

const isConst = (source: string, { typeAnnotation }: SyntaxNode) =>
  isSyntaxNode(typeAnnotation) && writtenAs(source, typeAnnotation) === 'const';

/** The casts of a file, those of a caught error aside. */
function allCastsOf(source: string, tree: SyntaxNode): string[] {
  const found: string[] = [];
  visitSyntax(tree, (node) => {
    if (node.type !== 'TSAsExpression' || isConst(source, node)) return;
    if (nameOf(node.expression) !== 'error') found.push(writtenAs(source, node));
  });
  return found;
}

const READS: readonly string[] = ['JSON.parse', 'json'];

/** Whether an expression is the value of a JSON text or of a response. */
function isJsonRead(source: string, value: unknown): boolean {
  if (!isSyntaxNode(value)) return false;
  const { type, argument, expression, callee } = value;
  if (type === 'AwaitExpression') return isJsonRead(source, argument);
  if (type === 'ParenthesizedExpression') return isJsonRead(source, expression);
  if (type !== 'CallExpression' || !isSyntaxNode(callee)) return false;
  return READS.includes(writtenAs(source, callee)) || READS.includes(nameOf(callee));
}

/** Where the value of a JSON text or of a response has a type that nothing has read. */
function unreadJsonOf(source: string, tree: SyntaxNode): string[] {
  const found: string[] = [];
  visitSyntax(tree, (node) => {
    const { type, expression, object, id, init } = node;
    if (type === 'TSAsExpression' && isJsonRead(source, expression)) found.push('cast');
    if (type === 'MemberExpression' && isJsonRead(source, object)) found.push('member');
    if (type !== 'VariableDeclarator' || !isSyntaxNode(id) || !isJsonRead(source, init)) return;
    if (!/: unknown$/.test(writtenAs(source, id))) found.push(writtenAs(source, id));
  });
  return found;
}

const OWN = 'this program wrote it';
const PACKAGE = 'the package.json of this program';

/** Each with its reason. */
const UNREAD: Readonly<Record<string, string>> = {
  'bin/packed-cli.ts: { version }': PACKAGE,
  'cli/translate/dit/translate-dit.ts: json: Json': 'the type is that of any JSON',
  'cli/webhooks/listen.ts: event: WebhookEvent': 'its signature is checked before',
  'console/src/state/read-refusal.ts: member': 'each field is compared with its type',
  'console/src/state/settings.ts: settings: Settings': OWN,
  'console/src/state/take-over.ts: cast': OWN,
  'console/src/door/page.ts: member': OWN,
  'core/foundation/json/json-text.ts: cast': 'the token is a text',
  'lib/assets/checkout-assets.ts: member': PACKAGE,
  'local/http/machine-hints.ts: problem': OWN,
  'local/program/checkout-program.ts: member': PACKAGE,
};

describe('a cast says what nothing has checked', () => {
  it('so each room has this many, and never more', () => {
    const found = findInProduct(/\bas (?!const\b)/, allCastsOf);
    const rooms = Map.groupBy(found, (cast) => cast.split('/', 1)[0] ?? '');
    const counts = [...rooms].map(([room, casts]) => [room, casts.length]);
    expect(Object.fromEntries(counts)).toEqual(CASTS_OF_ROOM);
  });

  it('so the value of a JSON text is read, but for these', () => {
    const found = findInProduct(/JSON\.parse|\.json\(/, unreadJsonOf);
    expect(found).toEqual(Object.keys(UNREAD).sort());
  });

  it.each([
    'const a = JSON.parse(b) as Row;',
    'const a = (await response.json()) as Row;',
    'const a: Row = JSON.parse(b);',
    'const { a } = JSON.parse(b);',
    'const a = JSON.parse(b).c;',
    'const a = await response.json();',
  ])('a value that nothing read is found: %s', (source) => {
    expect(unreadJsonOf(source, parseSource(source))).toHaveLength(1);
  });

  it.each([
    'const a: unknown = JSON.parse(b);',
    'const a = read(JSON.parse(b));',
    'const a = valueAt(await response.json(), c);',
  ])('a value that is read is none: %s', (source) => {
    expect(unreadJsonOf(source, parseSource(source))).toEqual([]);
  });
});
