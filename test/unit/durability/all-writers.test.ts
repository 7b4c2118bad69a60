import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Whatever opens, makes, renames or copies a file for writing. */
const WRITES =
  /\b(writeDurably|appendDurably|writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|copyFile|copyFileSync|rename|renameSync|makePrivateFile|DatabaseSync|DiskDatabase)\(|\bawait link\(|\b(open|openSync)\([^)]*('wx?'|'a\+?'|'r\+'|O_WRITE|FLAGS)/;

const TESTED = 'test/unit/durability/durable-writers.test.ts';
const DATABASE = 'a database: SQLite syncs each commit, see the test of the databases';
const OF_A_USER = 'a file of the command line’s user, which its command writes again';

/** Every file of the service that writes files, and what holds its promise or why it has none. */
const WRITERS: Readonly<Record<string, string>> = {
  'adapters/folder/access-logs.ts': TESTED,
  'adapters/folder/backup/place-verified.ts': TESTED,
  'adapters/folder/disk/folder-files.ts': TESTED,
  'adapters/folder/disk/regular-file.ts': 'reads only',
  'adapters/folder/disk/reserve.ts':
    'its space counts, not its bytes: test/unit/adapters/disk-reserve.test.ts',
  'adapters/folder/event-sink.ts': TESTED,
  'adapters/folder/grant-keys.ts': TESTED,
  'adapters/folder/incoming-objects.ts': TESTED,
  'adapters/folder/object-store.ts': TESTED,
  'adapters/sqlite/backup/check-records.ts': 'reads only',
  'adapters/sqlite/backup/open-read-only.ts': 'reads only',
  'adapters/sqlite/backup/snapshot-database.ts': 'back-up.ts syncs the copy',
  'adapters/sqlite/database/open-database.ts': DATABASE,
  'adapters/sqlite/database/private-file.ts': DATABASE,
  'adapters/sqlite/sign-in/open-ended-sessions.ts': DATABASE,
  'adapters/sqlite/sign-in/sign-in-store.ts': DATABASE,
  'admin/backup/back-up.ts': TESTED,
  'admin/backup/backup-folder.ts': TESTED,
  'admin/backup/repair.ts': TESTED,
  'admin/backup/restore.ts': TESTED,
  'admin/backup/sums-file.ts': TESTED,
  'admin/move/folder-place.ts': TESTED,
  'cli/commands/import.ts': OF_A_USER,
  'cli/config/file-lock.ts': 'a lock, which ends with its process',
  'cli/config/sign-ins.ts': OF_A_USER,
  'cli/export/export-folder.ts': OF_A_USER,
  'cli/export/export-images.ts': OF_A_USER,
  'cli/journal/line-file.ts': 'test/unit/cli/files/journal.test.ts',
  'cli/journal/open-journal.ts': 'test/unit/cli/files/journal.test.ts',
  'lambdas/composition/recorded-client.ts': 'a record of a test',
  'lambdas/composition/recorded-run.ts': 'a record of a test',
  'local/data-folder/data-folder-lock.ts': 'a lock, which ends with its process',
  'local/data-folder/data-folder.ts': TESTED,
  'local/http/spool.ts': 'the body of one request',
  'local/lambda/build-functions.ts': 'a build, made again',
  'local/objects/check-place.ts': TESTED,
};

it('every file that writes files is in the table of writers, and no other (security.acknowledged-is-durable)', () => {
  const all = globSync('{adapters,admin,bin,cli,core,lambdas,local,site}/**/*.ts');
  const writing = all.filter((path) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.some((line) => WRITES.test(line) && !/^\s*(\*|\/\/|import )/.test(line));
  });
  expect(writing.sort()).toEqual(Object.keys(WRITERS).sort());
});
