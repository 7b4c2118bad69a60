import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The page with THE numbers; decisions have those of their day. */
const ELSEWHERE = ['README.md', 'SECURITY.md', 'docs/*.md', 'docs/{guides,tasks}/*.md'];
const MADE_OF_NUMBERS = ['docs/guides/quotas.md', 'docs/calls.md', 'docs/contract.md'];

/** Numbers of AWS's quotas as prose has had them, each with the words beside it. */
const QUOTA_NUMBERS = [
  /\b(10|ten|1,000) (concurrent )?(Lambda )?executions\b/i,
  /\b3,008\b/,
  /\b10,240\b/,
  /\b20 KB\b/,
  /\b(20|twenty) (custom )?(cache|headers?|origin request|response headers) policies\b/i,
  /\bpolicies: (20|twenty)\b/i,
  /\b500 resources\b/i,
  /\b(10|ten) query strings\b/i,
  /\b(10 KB|ten kilobytes)\b/i,
  /\b(15|fifteen) wildcards?\b/i,
  /\b(25|75) (cache )?behaviou?rs\b/i,
  /\b(100|200|500) (distributions|origin access controls|CloudFront functions)\b/i,
];

const numbersIn = (text: string) =>
  text
    .split('\n')
    .flatMap((line, at) =>
      QUOTA_NUMBERS.filter((pattern) => pattern.test(line)).map(
        (pattern) => `${at + 1}: ${pattern.exec(line)?.[0]}`,
      ),
    );

const pages = globSync([...ELSEWHERE, 'packages/*/README.md', 'scripts/template/README.md']).filter(
  (page) => !MADE_OF_NUMBERS.includes(page),
);

describe('numbers of AWS’s quotas', () => {
  it('are found in a text that has them', () => {
    const text = 'A new account has 10 executions and 3,008 MB.\n500 resources, ten query strings.';
    expect(numbersIn(text)).toHaveLength(4);
  });

  it.each(pages)('stand in docs/guides/quotas.md and not in %s', (page) => {
    expect(numbersIn(readFileSync(page, 'utf8'))).toEqual([]);
  });
});
