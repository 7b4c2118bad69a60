import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PROMISES = 29;

/** The rows of the table of promises: the number, and which titles each file is said to have. */
function readRows(): { number: number; tests: { file: string; titles: string[] }[] }[] {
  const text = readFileSync('SECURITY.md', 'utf8');
  return [...text.matchAll(/^\| (\d+) \| [^|]+ \| (.+) \|$/gm)].map(([, number, shown = '']) => ({
    number: Number(number),
    tests: shown.split('; ').map((one) => ({
      file: /`([^`]+)`/.exec(one)?.[1] ?? '',
      titles: [...one.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    })),
  }));
}

describe('the promises of SECURITY.md', () => {
  const rows = readRows();

  it('are all there, in their order', () => {
    const expected = Array.from({ length: PROMISES }, (_, at) => at + 1);
    expect(rows.map(({ number }) => number)).toEqual(expected);
  });

  it.each(rows.map((row) => [row.number, row] as const))(
    'promise %i names tests that are there, by their titles',
    (_, { tests }) => {
      expect(tests.length).toBeGreaterThan(0);
      for (const { file, titles } of tests) {
        expect(existsSync(file), file).toBe(true);
        expect(titles.length, file).toBeGreaterThan(0);
        const text = readFileSync(file, 'utf8');
        for (const title of titles) expect(text, `${file}: ${title}`).toContain(title);
      }
    },
  );
});
