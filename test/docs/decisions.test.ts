import { describe, expect, it } from 'vitest';
import { readDecision, readDecisions } from '../../scripts/describe-decisions.ts';

const PAGE = '# 7. A title\n\nDate: 2026-11-22\n\nStatus: accepted\n\nText.\n';

describe('decisions', () => {
  const decisions = readDecisions();

  it('have a number each, as their file names say; a merged one leaves a gap', () => {
    const numbers = decisions.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(decisions.map(({ file }) => Number(file.slice(0, 4)))).toEqual(numbers);
  });

  it('are in files that have their titles as names', () => {
    const nameOf = (title: string) =>
      title
        .toLowerCase()
        .replaceAll(/[`'’]/g, '')
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '');
    const expected = decisions.map(
      ({ number, title }) => `${String(number).padStart(4, '0')}-${nameOf(title)}.md`,
    );
    expect(decisions.map(({ file }) => file)).toEqual(expected);
  });

  it('have a plain title: a sentence or a name of at most 100 characters, no question, no full stop', () => {
    const wrong = decisions.filter(({ title }) => title.length > 100 || /[.?!]$/.test(title));
    expect(wrong).toEqual([]);
    expect(new Set(decisions.map(({ title }) => title)).size).toBe(decisions.length);
  });

  it.each([
    ['no date', PAGE.replace('Date: 2026-11-22\n\n', '')],
    ['no status', PAGE.replace('Status: accepted\n\n', '')],
    ['a status that is none', PAGE.replace('accepted', 'perhaps')],
    ['a date of another form', PAGE.replace('2026-11-22', '22 November')],
    ['no number', PAGE.replace('7. ', '')],
  ])('with %s are refused, with the form that they must have', (_, text) => {
    expect(() => readDecision('0007-a.md', text)).toThrow(
      /0007-a\.md must begin with "# N\. Title"/,
    );
    expect(readDecision('0007-a.md', PAGE)).toMatchObject({ number: 7, status: 'accepted' });
  });
});
