import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PAGES = ['docs/deploy.md', 'docs/operating.md'];

/** The commands of a page, in the order of its blocks. */
function linesOf(page: string): string[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/```sh\n(.*?)```/gs)];
  return blocks.flatMap(([, block = '']) => block.split('\n'));
}

/** Variables of the shell that a command uses before any command of the page has set them. */
function findUnset(lines: readonly string[]): string[] {
  const set = new Set<string>();
  return lines.flatMap((line) => {
    const used = [...line.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
    const unset = used.filter((name) => !set.has(name) && !line.includes(`${name}=`));
    for (const [, name = ''] of line.matchAll(/(?:^|\s)([A-Za-z_]\w*)=/g)) set.add(name);
    return unset;
  });
}

describe('the commands of the documents', () => {
  it.each(PAGES)('%s sets the variables that it uses', (page) => {
    expect(linesOf(page).length).toBeGreaterThan(0);
    expect(findUnset(linesOf(page))).toEqual([]);
  });

  it('are reported if one is never set', () => {
    expect(findUnset(['echo "$A"', 'A=1', 'echo $A "$B"'])).toEqual(['A', 'B']);
  });
});
