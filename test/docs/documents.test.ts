import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildOpenApi } from '../../core/api/openapi.ts';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { walkTour } from './support/walk-tour.ts';

const run = promisify(execFile);

/** Every page for readers, except the decisions. */
const PAGES = [
  '*.md',
  'docs/*.md',
  'docs/{guides,calls,contributing}/*.md',
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

  it('the README’s tour works as the README says', async () => {
    const { folder, printed } = await walkTour('README.md', 6);
    expect(printed).toContain('temporaryImageUrl');
    expect(printed).toContain('"imageUrl"');
    expect(printed).toContain('metadata_updated');
    expect(printed).toContain('image_marked_for_deletion');
    expect(printed).toContain('"step":"marked"');
    const small = await sharp(readFileSync(join(folder, 'small.webp'))).metadata();
    expect([small.format, small.width, small.height]).toEqual(['webp', 400, 267]);
    const square = await sharp(readFileSync(join(folder, 'square.jpg'))).metadata();
    expect([square.format, square.width, square.height]).toEqual(['jpeg', 300, 300]);
    await rm(folder, { recursive: true });
  });

  it('the start in five minutes takes five minutes: an image in a page', async () => {
    const { folder, printed } = await walkTour('docs/start.md', 4);
    expect(printed).toMatch(/\/res\/tmp_\S+\n\S+\/res\/img_\S+\n$/);
    const page = readFileSync(join(folder, 'page.html'), 'utf8');
    expect(page.match(/\.auto\?width=\d+/g)).toHaveLength(4);
    await rm(folder, { recursive: true });
  });

  it('the tour of direct uploads does what its page says', async () => {
    const { folder, printed } = await walkTour('docs/guides/direct-uploads.md', 2);
    expect(printed).toMatch(/^204 sent\n\{"state":"(pending|temporary)",/);
    await rm(folder, { recursive: true });
  });

  it('the tour of galleries does what its page says', async () => {
    const { folder, printed } = await walkTour('docs/guides/galleries.md', 3);
    const [listed, deleted] = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(listed).toEqual({ images: [], cursor: null });
    expect(deleted).toMatchObject({ hasMore: false });
    await rm(folder, { recursive: true });
  });

  it('the tour of users and teams does what its page says: a team, keys that overlap, an end that is taken back', async () => {
    const { folder, printed } = await walkTour('docs/guides/teams.md', 4);
    const answers = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [shown, joined, seen, refused, byOld, byNew, revoked, audit, deleted, restored, ...more] =
      answers;
    expect(shown).toMatchObject({ projectName: 'web shop', inviterName: 'ann@example.com' });
    expect(joined).toMatchObject({ name: 'web shop', role: 'viewer' });
    expect(seen).toEqual({ images: [], cursor: null });
    expect(refused).toMatchObject({ status: 403, code: 'insufficient_role' });
    expect(byOld).toMatchObject({ images: { used: 0, limit: 50 } });
    expect(byNew).toEqual(byOld);
    expect(revoked).toEqual({ message: 'key_revoked' });
    expect(audit.events[0]).toMatchObject({ action: 'revoke-api-key', outcome: 'done' });
    expect(deleted).toMatchObject({ message: 'project_marked_for_deletion' });
    expect(restored).toMatchObject({ name: 'web shop', role: 'owner' });
    expect(more).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
