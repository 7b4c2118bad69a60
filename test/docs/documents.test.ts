import { execFile, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildOpenApi } from '../../core/api/openapi.ts';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { drawJpeg } from '../support/pictures/draw.ts';
import { startService } from '../support/service/start-service.ts';

const run = promisify(execFile);

/** Every page that somebody reads, but for the decisions. */
const PAGES = [...globSync('*.md'), ...globSync('docs/*.md'), ...globSync('docs/guides/*.md')];

/**
 * Runs the blocks of a page's tour in a folder of its own, against a service that it starts: what
 * they printed.
 */
async function walk(page: string, count: number): Promise<{ folder: string; printed: string }> {
  const text = readFileSync(page, 'utf8');
  const tour = /<!-- tour -->(.*)<!-- \/tour -->/s.exec(text)?.[1] ?? '';
  const blocks = [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code);
  expect(blocks.length).toBe(count);
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-tour-'));
  await writeFile(join(folder, 'picture.jpg'), await drawJpeg(1200, 800));
  const dataDir = join(folder, '.data');
  const service = await startService(dataDir);
  const script = blocks
    .join('\n')
    .replace('http://127.0.0.1:8080', service.baseUrl)
    .replaceAll(
      'npm run --silent token -- --data .data',
      `npm --prefix ${process.cwd()} run --silent token -- --data ${dataDir}`,
    );
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  });
  let printed = '';
  shell.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const code = await new Promise((done) => shell.once('exit', done));
  await service.stop();
  expect(code).toBe(0);
  return { folder, printed };
}

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
    const isTold = (name: string) =>
      new RegExp(`npm (run )?(--silent )?${name}(?![a-z:-])`).test(text);
    expect(Object.keys(scripts).filter((name) => !isTold(name))).toEqual([]);
  });

  it('have a README of at most 130 lines', () => {
    expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(130);
  });

  it.each(PAGES)('%s names no file of the repository that is not there', (page) => {
    const text = readFileSync(page, 'utf8');
    const rooms = 'core|site|adapters|lambdas|local|lib|bin|admin|cli|client|test|scripts|bench';
    const named = [...text.matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]+)\``, 'g'))];
    // the recipes of CONTRIBUTING.md create some
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
    for (const command of ['npm start', 'npm run deploy', 'docker compose -f']) {
      expect(first).toMatch(new RegExp(`\`\`\`sh\n[^\`]*${command}`));
    }
  });

  it('the README’s tour does what the README says', async () => {
    const { folder, printed } = await walk('README.md', 6);
    expect(printed).toContain('temporaryImageUrl');
    expect(printed).toContain('"imageUrl"');
    expect(printed).toContain('metadata_updated');
    expect(printed).toContain('image_marked_for_deletion');
    expect(printed).toContain('"step":"marked"');
    const small = await sharp(join(folder, 'small.webp')).metadata();
    expect([small.format, small.width, small.height]).toEqual(['webp', 400, 267]);
    const square = await sharp(join(folder, 'square.jpg')).metadata();
    expect([square.format, square.width, square.height]).toEqual(['jpeg', 300, 300]);
    await rm(folder, { recursive: true });
  });

  it('the tour of direct uploads does what its page says', async () => {
    const { folder, printed } = await walk('docs/guides/direct-uploads.md', 1);
    expect(printed.trim()).toBe('204 sent');
    await rm(folder, { recursive: true });
  });

  it('the tour of galleries does what its page says', async () => {
    const { folder, printed } = await walk('docs/guides/galleries.md', 3);
    const [listed, deleted] = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(listed).toEqual({ images: [], cursor: null });
    expect(deleted).toMatchObject({ hasMore: false });
    await rm(folder, { recursive: true });
  });

  it('the tour of users and teams does what its page says: a team, keys that overlap, an end that is taken back', async () => {
    const { folder, printed } = await walk('docs/guides/teams.md', 4);
    const answers = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [joined, seen, refused, byOld, byNew, revoked, audit, deleted, restored, ...more] =
      answers;
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
