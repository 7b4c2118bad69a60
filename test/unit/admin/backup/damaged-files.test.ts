import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../../../cli/exit-codes.ts';
import { makeTemplate, runOperator } from './planted-folders.ts';

let template: Awaited<ReturnType<typeof makeTemplate>>;
beforeAll(async () => {
  template = await makeTemplate();
});

/** Words of V8, of SQLite and of stack traces, which say nothing to an operator. */
const RAW =
  /Cannot (read|destructure|convert)|undefined|SQLITE_|ERR_|Unexpected (token|end)|in JSON|is not (iterable|a function)|^\s+at .*:\d+|no such table|malformed|not a database|UnexpectedRowError/im;
const NEXT_STEP =
  /\b(npx imagewell|Use that version|use that version|[Rr]emove|[Rr]estore|move it away|Move it away|login|correct|Mend|Replace|Check|check|write the URL|must be|Configure|Give)\b/;

/** The command names the fault and the next step, with an exit code of the table. */
function expectSentence(
  { code, text }: Awaited<ReturnType<typeof runOperator>>,
  codes: readonly number[],
) {
  expect(text, text).not.toMatch(RAW);
  expect(Object.values(EXIT_CODES).map((one) => one.code as number)).toContain(code);
  expect(codes, text).toContain(code);
  if (code !== 0) expect(text).toMatch(NEXT_STEP);
}

const { failed, findings, notFound, usage } = EXIT_CODES;

/** A JSON text with each of its fields in turn null, of another type, and left out. */
function otherShapes(text: string): string[] {
  const whole: Record<string, unknown> = JSON.parse(text);
  return Object.keys(whole).flatMap((name) => {
    const { [name]: value, ...rest } = whole;
    const others = [null, typeof value === 'string' ? 7 : '../../x'];
    return [rest, ...others.map((other) => ({ ...whole, [name]: other }))].map((one) =>
      JSON.stringify(one),
    );
  });
}

const TEXTS: readonly string[] = [
  '',
  ' \n',
  '{',
  'null',
  '[]',
  '[null]',
  '7',
  '"text"',
  'true',
  '{}',
  'no JSON at all',
  '{"format":2}',
  '{"format":null}',
  '{"__proto__":{"format":1}}',
  '['.repeat(200_000),
  `"${'x'.repeat(2_000_000)}"`,
];

/** Each text, the first half of the file, and bytes that are no text. */
function damage(path: string): (() => void)[] {
  const whole = readFileSync(path);
  const texts = [...TEXTS, ...otherShapes(whole.toString())];
  return [
    ...texts.map((text) => () => writeFileSync(path, text)),
    () => writeFileSync(path, whole.subarray(0, whole.length / 2)),
    () => writeFileSync(path, Buffer.from([0xff, 0xfe, 0x00, 0x80])),
  ];
}

describe('a damaged backup.json', () => {
  it('is a sentence with the next step for verify, restore, backup and repair (security.checks-open-as-served)', async () => {
    const { data, backup, fresh } = template.copy();
    const path = join(backup, 'backup.json');
    for (const [at, plant] of damage(path).entries()) {
      plant();
      // a text in place of another may be right: the version, or the names of files with secrets
      const codes =
        at < TEXTS.length ? [failed.code, findings.code] : [0, failed.code, findings.code];
      const target = join(fresh, String(at));
      expectSentence(await runOperator('verify', backup), codes);
      expectSentence(await runOperator('restore', backup, '--data', target), codes);
      expectSentence(await runOperator('backup', backup, '--data', data), codes);
      const repair = ['--repair', '--from', backup];
      expectSentence(await runOperator('verify', '--data', data, ...repair), codes);
    }
    rmSync(path);
    expectSentence(await runOperator('verify', backup), [notFound.code]);
  });

  it('has no field that may be left out or null', async () => {
    const { backup } = template.copy();
    const path = join(backup, 'backup.json');
    const whole = JSON.parse(readFileSync(path, 'utf8'));
    for (const name of Object.keys(whole)) {
      const { [name]: _, ...rest } = whole;
      for (const other of [rest, { ...whole, [name]: null }]) {
        writeFileSync(path, JSON.stringify(other));
        expectSentence(await runOperator('verify', backup), [findings.code]);
      }
    }
  });

  it('has a part that a path is made of, which leads nowhere else', async () => {
    const { data, backup, fresh } = template.copy();
    const path = join(backup, 'backup.json');
    const whole = JSON.parse(readFileSync(path, 'utf8'));
    for (const snapshot of ['..', '../..', '.', '', 'a/b', '/etc', 'x\0y']) {
      writeFileSync(path, JSON.stringify({ ...whole, snapshot }));
      expectSentence(await runOperator('restore', backup, '--data', fresh), [findings.code]);
      expectSentence(await runOperator('backup', backup, '--data', data), [findings.code]);
    }
  });
});

describe('a damaged file of a data folder', () => {
  it.each(['credentials.json', 'plans.json', 'objects-place'])(
    'is a sentence with the next step: %s (security.checks-open-as-served)',
    async (name) => {
      const { data, fresh } = template.copy();
      const path = join(data, name);
      if (name === 'plans.json') writeFileSync(path, '{"club":{"maxImages":5}}');
      if (name === 'objects-place') writeFileSync(path, '{"s3":"no place"}');
      for (const [at, plant] of damage(path).entries()) {
        plant();
        // a text that the service takes too is no damage: '{}' are no plans
        const codes = [0, failed.code, usage.code, findings.code];
        const verified = await runOperator('verify', '--data', data);
        expectSentence(verified, codes);
        const backedUp = await runOperator('backup', join(fresh, String(at)), '--data', data);
        expectSentence(backedUp, codes);
        if (name !== 'objects-place') expect(backedUp.code).toBe(verified.code);
        expectSentence(await runOperator('admin', 'projects', 'list', '--data', data), codes);
        if (name !== 'credentials.json') continue;
        if (at < TEXTS.length)
          expect(verified.code, readFileSync(path, 'utf8').slice(0, 80)).toBe(findings.code);
        expectSentence(await runOperator('admin', 'sample', '--data', data), codes);
        expectSentence(await runOperator('keys', 'list', '--data', data), [2, 3]);
      }
    },
  );

  it('is a sentence where it marks an unfinished restore or move', async () => {
    const { data, backup, fresh } = template.copy();
    for (const name of ['restore-unfinished.json', 'move-unfinished']) {
      for (const text of TEXTS) {
        writeFileSync(join(data, name), text);
        expectSentence(await runOperator('verify', '--data', data), [failed.code]);
        expectSentence(await runOperator('backup', fresh, '--data', data), [failed.code]);
      }
      rmSync(join(data, name));
    }
    // a restore begins again where it can't know which backup it was
    await runOperator('restore', backup, '--data', fresh);
    rmSync(join(fresh, 'imagewell.db'));
    for (const text of TEXTS) {
      writeFileSync(join(fresh, 'restore-unfinished.json'), text);
      expectSentence(await runOperator('restore', backup, '--data', fresh), [0]);
    }
  });
});

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON');
  db.exec(sql);
  db.close();
}

/** Bytes of every page but the first are overwritten. */
function spoilPages(path: string): void {
  const bytes = readFileSync(path);
  for (let at = 4096; at < bytes.length; at += 4096) bytes.fill(0x5a, at, at + 64);
  writeFileSync(path, bytes);
}

const DATABASES: Readonly<Record<string, (path: string) => void>> = {
  'no bytes': (path) => truncateSync(path, 0),
  'a text': (path) => writeFileSync(path, 'not a database at all'.repeat(500)),
  'its first page alone': (path) => truncateSync(path, 4096),
  'half of its pages': (path) => truncateSync(path, readFileSync(path).length / 2),
  'damaged pages': spoilPages,
  'no table of images': (path) => change(path, 'DROP TABLE images'),
  'no table of renditions': (path) => change(path, 'DROP TABLE renditions'),
  'no table of accounts': (path) => change(path, 'DROP TABLE accounts'),
  'no tables': (path) => {
    rmSync(path);
    change(path, 'CREATE TABLE other (a); PRAGMA user_version = 0');
  },
  'a newer schema': (path) => change(path, 'PRAGMA user_version = 100000'),
  'an older schema': (path) => change(path, 'PRAGMA user_version = 1'),
  'facts that are null': (path) => change(path, `UPDATE images SET facts = 'null'`),
  'facts that are a list': (path) => change(path, `UPDATE images SET facts = '[]'`),
  'facts that are no JSON': (path) => change(path, `UPDATE images SET facts = '{'`),
  'facts without a digest': (path) => change(path, `UPDATE images SET facts = '{"bytes":1}'`),
};

describe.each(Object.entries(DATABASES).map(([name, plant]) => ({ name, plant })))(
  'a database with $name',
  ({ plant }) => {
    it('is a sentence with the next step, and no whole one (security.checks-open-as-served)', async () => {
      const { data, backup, fresh, again } = template.copy();
      plant(join(data, 'imagewell.db'));
      const codes = [failed.code, findings.code];
      expectSentence(await runOperator('verify', '--data', data), codes);
      expectSentence(await runOperator('verify', '--data', data, '--quick'), codes);
      expectSentence(await runOperator('backup', fresh, '--data', data), codes);
      const move = ['--from', data, '--to', 'stack:none', '--dry-run'];
      const isOpened = (await runOperator('verify', '--data', data)).code === findings.code;
      if (!isOpened) expectSentence(await runOperator('admin', 'move', ...move), codes);
      expect((await runOperator('verify', fresh)).code).not.toBe(0);
      // the backup before is not spoilt by one that fails
      expectSentence(await runOperator('backup', backup, '--data', data), codes);
      expect((await runOperator('verify', backup)).code).toBe(0);
      expect((await runOperator('restore', backup, '--data', again)).code).toBe(0);
    });
  },
);

it('a damaged list of sums, and files that it does not have, are sentences', async () => {
  const { backup, fresh } = template.copy();
  const path = join(backup, template.snapshot, 'SHA256SUMS');
  for (const [at, plant] of [
    ...TEXTS.map((text) => () => writeFileSync(path, text)),
    () => rmSync(path),
  ].entries()) {
    plant();
    expectSentence(await runOperator('verify', backup), [findings.code]);
    const target = join(fresh, String(at));
    expectSentence(await runOperator('restore', backup, '--data', target), [findings.code]);
  }
});
