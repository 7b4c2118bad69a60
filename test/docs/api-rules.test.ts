import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTitleCitations, listFiles } from '../../scripts/api-rules/find-title-citations.ts';

/** The ids of all API rules, in the order of the documents that define them. */
function readRuleIds(): string[] {
  const inContract = /^\*\*`([a-z]+\.[a-z0-9-]+)`\*\* \S/gm;
  const inSecurity = /^\| (?:\d+|–) \| `(security\.[a-z0-9-]+)` \| \S/gm;
  const idsOf = (file: string, definition: RegExp) =>
    [...readFileSync(file, 'utf8').matchAll(definition)].map(([, id = '']) => id);
  return [...idsOf('docs/contract.md', inContract), ...idsOf('SECURITY.md', inSecurity)];
}

/** A comment cites rules in parentheses, perhaps beside an RFC, or as a word in backticks. */
const IN_BRACKETS = /\(([^()]*)\)|`([^`]*)`/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*(?:\n\s*\/\/.*)*/g;
const FILE_NAME = /\.(ts|md|jsonl?)$/;

/** Words of comments that have the form of a rule's id in an area that there is. */
function findCitationsInComments(text: string): string[] {
  const comments = (text.match(COMMENT) ?? []).map((entry) =>
    entry.replaceAll(/\n\s*(\*|\/\/) ?/g, ' '),
  );
  return [...comments.join('\n').matchAll(IN_BRACKETS)]
    .flatMap(([, inParentheses = '', inBackticks = '']) =>
      `${inParentheses}${inBackticks}`.split(/[,;] /),
    )
    .filter((word) => /^[a-z]+\.[a-z0-9-]+$/.test(word) && !FILE_NAME.test(word))
    .filter((word) => areas.has(areaOf(word)));
}

const rules = readRuleIds();
const areaOf = (id: string) => id.slice(0, id.indexOf('.'));
const areas = new Set(rules.map(areaOf));

const citedByTitles = findTitleCitations();

describe('the API rules', () => {
  it('have an id each, of their own', () => {
    expect(rules.length).toBeGreaterThan(29);
    expect(rules.filter((id, at) => rules.indexOf(id) !== at)).toEqual([]);
  });

  it('have a test each, whose title cites them', () => {
    const tested = new Set(citedByTitles.map(({ id }) => id));
    expect(rules.filter((id) => !tested.has(id))).toEqual([]);
  });

  it('are all that titles cite', () => {
    expect(citedByTitles.filter(({ id }) => !rules.includes(id))).toEqual([]);
  });

  it('are all that comments cite', () => {
    const cited = listFiles('**/*.ts').flatMap((file) =>
      findCitationsInComments(readFileSync(file, 'utf8')).map((id) => ({ file, id })),
    );
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter(({ id }) => !rules.includes(id))).toEqual([]);
  });
});

describe('the repository', () => {
  it('cites rules by their ids, and no document that its readers do not have', () => {
    // each with a ~ in it, so that this file isn't found by its own search
    const foreign = new RegExp(
      [
        '(?<!as )CONTRA~CT(?!\\.credential)',
        'SPECIFICA~TION',
        'PERFORM~ANCE [0-9]',
        'SECURITY prom~ise',
        '\\bSECURITY [0-9]~+',
        '\\bC[0-9]+\\.[0-9]~+\\b',
        '[\'"`](section|issue|promise) [0-9]~+:',
      ]
        .join('|')
        .replaceAll('~', ''),
    );
    const found = listFiles('**/*.{ts,js,mjs,md,sh,yml}').flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => foreign.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
