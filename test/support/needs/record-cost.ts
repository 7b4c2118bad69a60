import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { cpuSecondsOf } from './cpu-seconds.ts';

/** Before each file of tests: adds its CPU seconds to the file that IMAGEWELL_TESTS_COST names. */
const { IMAGEWELL_TESTS_COST: path = '/dev/null' } = process.env;
const readSeconds = () => cpuSecondsOf(readFileSync('/proc/self/stat', 'utf8'));

const before = readSeconds();
// it is the first that is registered, so it runs last
afterAll(() => {
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  appendFileSync(path, `${(readSeconds() - before).toFixed(1)}\t${file}\n`);
});
