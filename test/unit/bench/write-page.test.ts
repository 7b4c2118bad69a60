import { expect, it } from 'vitest';
import { figuresOf } from '../../../bench/table/figures.ts';
import { withRows } from '../../../bench/table/write-page.ts';

const pageOf = (date: string) => `# A page

<!-- written by npm run bench -- --write -->

Measured on ${date}, on 2 cores.

| # | figure |
| --- | --- |
| 1 | first: a |
| 2 | second: a |
| 2 | second: b |
| 12 | twelfth: a |

<!-- /written -->

| 2 | a table by hand |
`;

const goal = (what: string) => ({ what, unit: '' as const, must: { atMost: 2 } });
const figures = figuresOf(
  2,
  { title: 'again', goals: { a: goal('A'), b: goal('B') }, measure: async () => ({}) },
  { a: { seen: 1 }, b: { seen: 3 } },
);
const today = new Date().toISOString().slice(0, 10);

it('rows that are measured again replace their own lines in the table, and no others', () => {
  const [before, after] = [pageOf(today), withRows(pageOf(today), figures)];
  const changed = after.split('\n').filter((line) => !before.split('\n').includes(line));
  expect(changed).toEqual([
    '| 2 | again: A | at most 2 | 1 |  |  |  |  | met |',
    '| 2 | again: B | at most 2 | 3 |  |  |  |  | missed |',
  ]);
  expect(after.replace(/^\| 2 \| again.*\n/gm, '')).toBe(
    before.replace(/^\| 2 \| second.*\n/gm, ''),
  );
});

it('a table of another day is written whole', () => {
  expect(() => withRows(pageOf('2026-01-02'), figures)).toThrow('another day');
});
