/**
 * `node scripts/ci/list-unrun-tests.ts RECORD`: prints the tests that every run of `.ci/run` has
 * skipped, with the reason. Ends with 1 if this machine could have run one of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { NEEDS } from '../../test/support/needs/needs.ts';
import type { RecordedTest } from '../../test/support/needs/record-tests.ts';
import { findUnrunTests } from './unrun-tests.ts';

/** By a part of `file > name`, why no machine that runs `.ci/run` runs the test. */
const NEVER_HERE: Readonly<Record<string, string>> = {};

const [path = ''] = process.argv.slice(2);
const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
const recorded: readonly RecordedTest[] = lines.map((line) => JSON.parse(line));
if (recorded.length === 0) throw new Error(`${path} has no test`);
const missing = new Set(
  Object.entries(NEEDS)
    .filter(([, need]) => !('debianPackage' in need) && !need.isThere())
    .map(([name]) => name),
);
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const unrun = findUnrunTests(recorded, { textOf, missing, neverHere: NEVER_HERE });
for (const { file, name, excuse } of unrun) {
  console.log(
    `${excuse === undefined ? 'FAIL' : 'not run'} ${file} > ${name}: ${excuse ?? 'skipped by every step, though this machine could run it'}`,
  );
}
const faults = unrun.filter(({ excuse }) => excuse === undefined).length;
console.log(
  `${unrun.length} tests were skipped by every step, ${faults} of them without an excuse`,
);
process.exitCode = faults > 0 ? 1 : 0;
