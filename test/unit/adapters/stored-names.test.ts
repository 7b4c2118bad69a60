import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { NO_RESERVE } from '../../../adapters/folder/disk/reserve.ts';
import { fields, text } from '../../../adapters/rows/columns.ts';
import { STORED_NAMES } from '../../../adapters/rows/stored-names.ts';
import { openDatabase } from '../../../adapters/sqlite/database/open-database.ts';
import { openSqliteSignInStore } from '../../../adapters/sqlite/sign-in/sign-in-store.ts';
import { makeDataFolder } from '../../support/service/start-service.ts';

/** Words that the code has no longer; docs/architecture.md has the present ones. */
const FORMER_WORD =
  /[jJ]udg|[pP]icture|[pP]eople|[pP]erson|[hH]and(ed)?_?[oO]ver|time_out|[tT]imeOut|[tT]ogether/;
const LIST = 'adapters/rows/stored-names.ts';

const named = fields({ name: text });

/** Names of tables, columns, indexes and triggers. */
function namesIn(path: string): string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  const names = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => named(row).name);
  const found = [
    ...names("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'"),
    ...names('SELECT c.name FROM sqlite_schema AS s, pragma_table_info(s.name) AS c'),
  ];
  db.close();
  return found;
}

/** The identifiers and the words of texts in the adapters' code, without comments and imports. */
function wordsOfAdapters(): string[] {
  return globSync('adapters/{dynamodb,sqlite,rows}/**/*.ts')
    .filter((file) => file !== LIST)
    .flatMap((file) => {
      const code = readFileSync(file, 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/(^|\s)\/\/.*$/gm, '')
        .replaceAll(/^(import|export) [^;]*from '[^']*';/gms, '');
      return [...code.matchAll(/[A-Za-z_$][\w$]*/g)].map(([word]) => word);
    });
}

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

it('names that SQLite stores and the code has no longer are those of the list', async () => {
  const folder = await makeDataFolder();
  const [data, signIn] = [join(folder.path, 'data.db'), join(folder.path, 'sign-in.db')];
  openDatabase(data).close();
  openSqliteSignInStore(signIn, NO_RESERVE).close();
  const former = [...namesIn(data), ...namesIn(signIn)].filter((name) => FORMER_WORD.test(name));
  await folder.remove();
  const listed = Object.entries(STORED_NAMES)
    .filter(([, { in: places }]) => places.some((place) => place === 'SQLite'))
    .map(([name]) => name);
  expect([...new Set(former)].sort()).toEqual(listed.sort());
});

it('adapters have no former word but in the stored names of the list, and each of those', () => {
  const words = new Set(wordsOfAdapters());
  const former = [...words].filter((word) => FORMER_WORD.test(word));
  const isListed = (word: string) => word in STORED_NAMES || toSnakeCase(word) in STORED_NAMES;
  expect(former.filter((word) => !isListed(word))).toEqual([]);
  expect(Object.keys(STORED_NAMES).filter((name) => !words.has(name))).toEqual([]);
});
