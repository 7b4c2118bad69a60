import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cpuSecondsOf } from '../support/needs/cpu-seconds.ts';

const PAGE = 'docs/contributing/tests.md';
const RULE = /`([a-z]+\.[a-z-]+)`/g;

/** The rows of the table: a file of tests, its CPU seconds, and its rules. */
const rows = [
  ...readFileSync(PAGE, 'utf8').matchAll(/^\| `(test\/\S+\.test\.ts)` \| (\d+) \| (.+) \|$/gm),
].map(([, file = '', seconds, proves = '']) => ({ file, seconds: Number(seconds), proves }));

describe('the table of the dearest files of tests', () => {
  it('names files that are there, the dearest first', () => {
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(rows.filter(({ file }) => !existsSync(file))).toEqual([]);
    expect(rows.map(({ file }) => file)).toEqual([...new Set(rows.map(({ file }) => file))]);
    const costs = rows.map(({ seconds }) => seconds);
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
  });

  it('names rules that the file proves', () => {
    const unproven = rows.flatMap(({ file, proves }) => {
      const text = readFileSync(file, 'utf8');
      return [...proves.matchAll(RULE)]
        .map(([, rule = '']) => rule)
        .filter((rule) => !text.includes(rule))
        .map((rule) => `${file}: ${rule}`);
    });
    expect(unproven).toEqual([]);
  });

  it('has the time of a process and of its children, whatever its name', () => {
    const fields = ['S', ...Array.from({ length: 10 }, () => '9'), '150', '25', '20', '5', '7'];
    expect(cpuSecondsOf(`12 (a (b) c) ${fields.join(' ')}`)).toBe(2);
  });
});
