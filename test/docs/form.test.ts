import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findWrapped } from './support/find-wrapped.ts';

const PAGES = ['*.md', 'docs/**/*.md', 'client/*.md', 'examples/*.md'].flatMap((pattern) =>
  globSync(pattern),
);

describe('a document', () => {
  it.each(PAGES)('%s has one paragraph a line', (page) => {
    expect(findWrapped(readFileSync(page, 'utf8'))).toEqual([]);
  });

  it.each([
    ['a paragraph', 'A sentence\nthat goes on.\n', [2]],
    ['an item of a list', '- An item\n  that goes on.\n- Another.\n', [2]],
    ['a line below a code block', '```sh\na\nb\n```\nA sentence\nthat goes on.\n', [6]],
    ['a quote', '> A quote\nthat goes on.\n', [2]],
  ])('is found with %s that is wrapped by hand', (_, text, lines) => {
    expect(findWrapped(text)).toEqual(lines);
  });

  it('is not found with paragraphs, lists, tables, code, comments and headings of their own', () => {
    const text =
      '# A\nText.\n\nText.\n- One.\n- Two.\n\n1. One.\n2. Two.\n\n| a |\n|---|\n| b |\n\n<!-- c -->\n```ts\na\nb\n```\n';
    expect(findWrapped(text)).toEqual([]);
  });
});
