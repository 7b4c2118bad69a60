import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** How many rows each section of the contract has, as this project's sections 1 to 7 stand. */
const ROWS: Readonly<Record<number, number>> = { 1: 7, 2: 12, 3: 10, 4: 11, 5: 5, 6: 14, 7: 4 };

/** Rows that are built with later capabilities. */
const LATER: Readonly<Record<string, string>> = {};

describe('the contract', () => {
  it('C1.7 every row of sections 1 to 7 is named by a test’s title, or is said to come later', () => {
    const titles = globSync('test/**/*.test.ts')
      .filter((file) => !file.endsWith('contract-rows.test.ts'))
      .flatMap((file) => readFileSync(file, 'utf8').match(/\bC\d\.\d+\b/g) ?? []);
    const named = new Set([...titles, 'C1.7']);
    const rows = Object.entries(ROWS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `C${section}.${at + 1}`),
    );
    for (const [row, why] of Object.entries(LATER)) console.log(`later: ${row}: ${why}`);
    expect(rows.filter((row) => !named.has(row) && !LATER[row])).toEqual([]);
    expect(Object.keys(LATER).filter((row) => named.has(row))).toEqual([]);
  });
});
