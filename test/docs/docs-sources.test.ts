import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listHashedFiles } from '../../docs-site/hash-sources.ts';
import { readModuleGraph } from '../support/sources/module-graph.ts';

const hashed = new Set(listHashedFiles());

describe('the docs site is built again when one of its sources changes', () => {
  it('each module of its build', async () => {
    const graph = await readModuleGraph(['docs-site/build.ts', 'docs-site/.vitepress/config.ts']);
    expect([...graph.keys()].filter((file) => !hashed.has(file))).toEqual([]);
  });

  it('each page, image, and file that a page shows', () => {
    const pages = globSync('docs/**/*.md');
    const shown = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/<!-- code: (\S+) -->/g)].map(
        ([, file = '']) => file,
      ),
    );
    const images = globSync(['docs-site/images/*', 'docs/screens/*/*']);
    expect(shown.length).toBeGreaterThan(0);
    expect([...pages, ...shown, ...images].filter((file) => !hashed.has(file))).toEqual([]);
  });

  it('nothing that a build writes', () => {
    expect([...hashed].filter((file) => /node_modules|\.build|\.temp/.test(file))).toEqual([]);
  });
});
