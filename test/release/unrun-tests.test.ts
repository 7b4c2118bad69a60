import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findUnrunTests } from '../../scripts/ci/unrun-tests.ts';
import { NEEDS } from '../support/needs/needs.ts';
import type { RecordedTest } from '../support/needs/record-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'imagewell-skips-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a test that was skipped', () => {
  const run: RecordedTest = { file: 'a.test.ts', name: 'a > runs', isSkipped: false };
  const skipped: RecordedTest = { file: 'b.test.ts', name: 'b > waits', isSkipped: true };
  const find = (recorded: readonly RecordedTest[], facts: object = {}) =>
    findUnrunTests(recorded, {
      textOf: () => "it.skipIf(lacks('linux', 'mount'))('waits', …",
      missing: new Set(),
      neverHere: {},
      ...facts,
    }).map(({ file, excuse }) => [file, excuse]);

  it('is a fault if no other run has it, and this machine could run it', () => {
    expect(find([run, skipped, skipped])).toEqual([['b.test.ts', undefined]]);
  });

  it('is none if another run has it', () => {
    expect(find([skipped, { ...skipped, isSkipped: false }, skipped])).toEqual([]);
    expect(find([skipped, { ...skipped, name: 'b > waits longer', isSkipped: false }])).toEqual([
      ['b.test.ts', undefined],
    ]);
  });

  it('is excused by a need of its file that no package brings, or by the list', () => {
    const missing = new Set(['mount']);
    expect(find([skipped], { missing })).toEqual([['b.test.ts', 'this machine has no mount']]);
    expect(find([skipped], { missing: new Set(['root']) })).toEqual([['b.test.ts', undefined]]);
    const neverHere = { 'b.test.ts > b': 'an account of AWS' };
    expect(find([skipped], { neverHere })).toEqual([['b.test.ts', 'an account of AWS']]);
  });
});

it('vitest records each test and whether it was skipped, in every configuration', () => {
  const path = join(folder, 'tests.jsonl');
  const file = 'test/support/needs/recorded.check.ts';
  const config = join(folder, 'vitest.config.mjs');
  const reporters = resolve('test/support/needs/record-tests.ts');
  writeFileSync(
    config,
    `import { reporters } from '${reporters}';
export default { root: '${process.cwd()}', test: { ...reporters(), include: ['${file}'] } };`,
  );
  execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', config], {
    env: { ...process.env, IMAGEWELL_TESTS_RECORD: path },
    stdio: 'pipe',
  });
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { file, name: 'runs', isSkipped: false },
    { file, name: 'is skipped', isSkipped: true },
    { file, name: 'a suite that is skipped > is skipped as well', isSkipped: true },
    { file, name: 'skips itself', isSkipped: true },
  ]);
  for (const each of globSync('vitest*.config.ts')) {
    expect(readFileSync(each, 'utf8'), each).toContain('...reporters()');
  }
});

it('every need that a test file names is one of the table, and is asked for by some test', () => {
  const files = globSync('test/**/*.ts', { exclude: ['test/release/**', 'test/support/**'] });
  const texts = files
    .concat('test/docs-site/guides.test.ts')
    .map((file) => readFileSync(file, 'utf8'));
  const all = texts.join('\n');
  const unused = Object.keys(NEEDS).filter((name) => !all.includes(`'${name}'`));
  expect(unused).toEqual([]);
});
