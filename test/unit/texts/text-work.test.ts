import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readingFunctions } from '../../support/sources/reading-sites.ts';
import { PRODUCT_FILES } from '../../support/sources/syntax-tree.ts';
import { type Counted, openWorkMeter, type WorkMeter } from '../../support/work/count-work.ts';
import { FILE_READERS } from '../../support/work/readers/file-readers.ts';
import { HEADER_READERS } from '../../support/work/readers/header-readers.ts';
import { REQUEST_READERS } from '../../support/work/readers/request-readers.ts';
import { hostileTexts, type TextReader } from '../../support/work/readers/text-reader.ts';
import { UNCOUNTED } from './uncounted-readers.ts';

const READERS: Readonly<Record<string, TextReader>> = {
  ...REQUEST_READERS,
  ...HEADER_READERS,
  ...FILE_READERS,
};
/** Twice the text may cost twice the work and a little; its square costs four times as much. */
const MOST_GROWTH = 2.2;
/** Of any text, however short: tables that are gone through, and refusals. */
const BASE_WORK = 20_000;

/** The functions that the readers entered. */
const entered = new Set<string>();
function note<T>(counted: Counted<T>): Counted<T> {
  for (const one of counted.entered) entered.add(one);
  return counted;
}

describe('the work of a reader of texts is linear in the text, up to its maximum', () => {
  let meter: WorkMeter;
  beforeAll(() => {
    meter = openWorkMeter();
  });
  afterAll(() => meter.close());

  it.each(Object.entries(READERS))('%s (security.linear-work)', async (_, reader) => {
    const faults: string[] = [];
    // tables that are made once are made before
    note(await meter.count(() => Promise.all(reader.pieces.map(reader.read))));
    for (const [kind, make] of hostileTexts(reader)) {
      const [text, half] = [make(reader.most), make(reader.most / 2)];
      const { amount: least } = note(await meter.count(() => reader.read(half)));
      const { amount } = note(await meter.count(() => reader.read(text)));
      const perCharacter = amount / reader.most;
      const growth = (amount + BASE_WORK) / (least + BASE_WORK);
      if (growth > MOST_GROWTH) faults.push(`${kind}: ${growth.toFixed(2)} times the work`);
      if (amount > BASE_WORK + reader.workPerCharacter * reader.most)
        faults.push(`${kind}: ${perCharacter.toFixed(0)} units a character`);
    }
    expect(faults).toEqual([]);
  });
});

it('every function that takes a text apart is counted above, or has the reason why not (security.linear-work)', () => {
  const uncounted = PRODUCT_FILES.flatMap((file) =>
    [...readingFunctions(file)]
      .map((name) => `${file}: ${name}`)
      .filter((one) => !entered.has(one)),
  );
  const reasons = Object.keys(UNCOUNTED);
  const unknown = uncounted.filter((one) => !reasons.some((path) => one.startsWith(path)));
  const needless = reasons.filter((path) => !uncounted.some((one) => one.startsWith(path)));
  expect({ unknown, needless }).toEqual({ unknown: [], needless: [] });
});

const DECISION = 'docs/decisions/0088-texts-are-read-once.md';
const rowOf = ([name, { most, product, bound }]: readonly [string, TextReader]) =>
  `| ${name} | ${most.toLocaleString('en')} | ${product} | ${bound} |`;

it('the table of readers is in its decision (security.linear-work)', () => {
  const rows = readFileSync(DECISION, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!---|Reader )/.test(line));
  expect(rows).toEqual(Object.entries(READERS).map(rowOf));
});
