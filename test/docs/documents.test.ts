import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildOpenApi } from '../../core/api/openapi.ts';
import { PROBLEMS } from '../../core/foundation/problems.ts';

const run = promisify(execFile);

/** Every page for readers, except the decisions. */
const PAGES = [
  '*.md',
  'docs/*.md',
  'docs/{guides,tasks,calls,contributing}/*.md',
  'docs-site/*.md',
].flatMap((pattern) => globSync(pattern));

describe('the documents', () => {
  it('that are generated are current', async () => {
    const { stdout } = await run(process.execPath, ['scripts/generate.ts', '--check']);
    expect(stdout).toBe('');
  });

  it('name every problem code of the table in OpenAPI (calls.openapi)', () => {
    const text = JSON.stringify(buildOpenApi());
    for (const code of Object.keys(PROBLEMS)) expect(text, code).toContain(`\`${code}\``);
  });

  it('tell of every command of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const text = PAGES.map((page) => readFileSync(page, 'utf8')).join('');
    const isTold = (name: string) => {
      const [, alias] = /^node bin\/cli\.ts ([a-z -]+?)(?: --json)?$/.exec(scripts[name]) ?? [];
      const command = alias === undefined ? '' : `|npx imagewell ${alias}`;
      return new RegExp(`(npm (run )?(--silent )?${name}${command})(?![a-z:-])`).test(text);
    };
    expect(Object.keys(scripts).filter((name) => !isTold(name))).toEqual([]);
  });

  it('have a README of at most 130 lines', () => {
    expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(130);
  });

  it.each(PAGES)('%s names no file of the repository that is not there', (page) => {
    const text = readFileSync(page, 'utf8');
    const rooms = 'core|site|adapters|lambdas|local|lib|bin|admin|cli|client|test|scripts|bench';
    const named = [...text.matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]+)\``, 'g'))];
    // the recipes of docs/contributing/recipes.md create some
    const created = [...text.matchAll(/[Nn]ew file `([^`]+)`/g)].map(([, path]) => path);
    const missing = named
      .map(([, path = '']) => path)
      .filter((path) => !created.includes(path) && !existsSync(path) && !existsSync(`${path}.ts`));
    expect(page === 'CHANGELOG.md' ? [] : missing).toEqual([]);
  });

  it.each(PAGES)('%s links only to pages and files that are there', (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)];
    const targets = links.map(([, target = '']) => join(dirname(page), target));
    expect(targets.filter((target) => !existsSync(target))).toEqual([]);
  });

  it('the README’s first page shows the local service, the deploy and LocalStack', () => {
    const [first = ''] = readFileSync('README.md', 'utf8').split('## The five operations');
    for (const command of ['npm start', 'npx imagewell admin deploy', 'docker compose -f']) {
      expect(first).toMatch(new RegExp(`\`\`\`sh\n[^\`]*${command}`));
    }
  });
});
