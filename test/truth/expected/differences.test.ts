import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../oracle/check-image.ts';
import { faultsOf, LINE_FILES, readLines, refreshLines, writeLines } from './differences.ts';
import { isConfirmable, isReason, REASONS } from './reasons.ts';

const FILES = [...Object.values(LINE_FILES), 'drawings.tsv'];
const textOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const REASON = Object.keys(REASONS).find((name) => !isConfirmable(name)) ?? '';

const outcome = (more: Partial<Outcome> = {}): Outcome => {
  const facts = { name: 'a/b.png', type: 'image/png', shown: 'whole' } as const;
  return { ...facts, findings: [], serverErrors: [], ...more };
};
const differs = outcome({ findings: [{ what: '.webp colour', detail: 'mean 30.0' }] });
const line = (reason: string) => [{ name: 'a/b.png', what: '.webp colour', reason }];

describe('the lines of known differences', () => {
  it.each(FILES)('have each a reason of the table, one line each, in order: %s', (file) => {
    const text = textOf(file);
    const lines = readLines(text);
    expect(lines.filter(({ reason }) => !isReason(reason))).toEqual([]);
    expect(writeLines(lines)).toBe(text);
    expect(new Set(lines.map(({ name, what }) => `${name} ${what}`)).size).toBe(lines.length);
  });

  it('use each reason of the table', () => {
    const used = new Set(
      FILES.flatMap((file) => readLines(textOf(file)).map(({ reason }) => reason)),
    );
    expect(Object.keys(REASONS).filter((reason) => !used.has(reason))).toEqual([]);
  });

  it('stand in one row for an image and a reason', () => {
    const lines = ['.gif alpha', '.png alpha'].map((what) => {
      return { name: 'a.png', what, reason: 'x' };
    });
    const text = 'image\twhat\treason\na.png\t.gif alpha, .png alpha\tx\n';
    expect(writeLines(lines.toReversed())).toBe(text);
    expect(readLines(text)).toEqual(lines);
  });

  it('have three columns', () => {
    expect(() => readLines('image\twhat\treason\na.png\tstored colour\n')).toThrow('another form');
    expect(() => readLines('a.png\tstored colour\tx\n')).toThrow('another header');
  });
});

describe('a difference', () => {
  it('is a fault without a line', () => {
    expect(faultsOf(differs, [])).toEqual(['.webp colour: mean 30.0']);
  });

  it('is none with a line that has a reason', () => {
    expect(faultsOf(differs, line(REASON))).toEqual([]);
    expect(faultsOf(differs, line(''))).toHaveLength(1);
    expect(faultsOf(differs, line('because'))).toHaveLength(1);
  });

  it('is a fault where the run could confirm its reason, and does not', () => {
    const byProgram = 'half-chroma' as const;
    expect(faultsOf(differs, line(byProgram))).toEqual([
      'the run does not confirm its reason: .webp colour (half-chroma)',
    ]);
    const finding = { what: '.webp colour', detail: '', confirmed: byProgram };
    expect(faultsOf(outcome({ findings: [finding] }), line(byProgram))).toEqual([]);
  });

  it('is a fault of its line when it is gone', () => {
    expect(faultsOf(outcome(), line(REASON))).toEqual([
      'differs no longer, but has a line: .webp colour',
    ]);
  });

  it('is a refusal too, if the browser shows the image whole', () => {
    const refused = { code: 'invalid_image', detail: 'It is cut.' };
    expect(faultsOf(outcome({ refused }), [])).toEqual(['refused invalid_image: It is cut.']);
    expect(faultsOf(outcome({ refused, shown: 'in part' }), [])).toEqual([]);
  });

  it('has the reason of its refusal from the problem', () => {
    const refused = { code: 'invalid_image', detail: 'The SVG has text: convert it to paths.' };
    const what = 'refused invalid_image';
    expect(refreshLines([], [outcome({ refused })])).toEqual([
      { name: 'a/b.png', what, reason: 'svg-text' },
    ]);
    const other = outcome({ refused: { ...refused, detail: 'The SVG is broken.' } });
    expect(faultsOf(other, [{ name: 'a/b.png', what, reason: 'svg-text' }])).toHaveLength(1);
  });

  it('is never excused where the service failed', () => {
    const failed = outcome({ serverErrors: ['.gif: 500 internal_error'] });
    const excuse = [{ name: 'a/b.png', what: '.gif: 500 internal_error', reason: REASON }];
    expect(faultsOf(failed, excuse)).toContain('a fault of the service: .gif: 500 internal_error');
  });
});

describe('refreshed lines', () => {
  it('keep the reasons that they had, and lines of images that did not run', () => {
    const other = { name: 'z.png', what: 'stored alpha', reason: REASON };
    const gone = { name: 'a/b.png', what: 'stored alpha', reason: REASON };
    const fresh = refreshLines([other, gone, ...line(REASON)], [differs]);
    expect(fresh).toEqual([other, ...line(REASON)]);
    expect(refreshLines([], [differs])).toEqual(line(''));
  });

  it('take a reason that the run has confirmed, and lose one that it has not', () => {
    const finding = { what: '.webp colour', detail: '', confirmed: 'half-chroma' } as const;
    expect(refreshLines([], [outcome({ findings: [finding] })])).toEqual(line('half-chroma'));
    expect(refreshLines(line('half-chroma'), [differs])).toEqual(line(''));
  });
});
