import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLANTED_BUGS } from '../planted/all-bugs.ts';
import { describeBug, testsOf } from '../planted/planted-bug.ts';

/** Beside test files: the compiler and Biome. */
const TOOLS = ['types', 'lint'];

it.each(PLANTED_BUGS.map((bug) => [describeBug(bug), bug] as const))(
  'a planted bug still has its place: %s',
  (_, bug) => {
    expect(readFileSync(bug.file, 'utf8').split(bug.old)).toHaveLength(2);
    expect(bug.new).not.toBe(bug.old);
    const missing = testsOf(bug).filter((test) => !TOOLS.includes(test) && !existsSync(test));
    expect(missing).toEqual([]);
  },
);

it('names no bug twice', () => {
  const names = PLANTED_BUGS.map((bug) => JSON.stringify([bug.file, bug.old, bug.new]));
  expect(new Set(names).size).toBe(names.length);
});
