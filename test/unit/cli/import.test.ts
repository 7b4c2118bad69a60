import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMAGE_FACTS, type Travel } from '../../../cli/export/image-facts.ts';
import { parseCsv } from '../../../cli/import/csv.ts';
import { createImagewellForUsers } from '../../../client/src/create-imagewell-for-users.ts';
import { issueToken } from '../../../local/identity-provider/issue-token.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';
import { commandLine, type Ended } from './support/command-line.ts';

/** In the long form: `IMPORT_FILES=10000`. */
const FILES = Number(process.env.IMPORT_FILES ?? 100);
const MINUTE_MS = 60_000;
let data: Awaited<ReturnType<typeof makeDataFolder>>;
let config: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let run: ReturnType<typeof commandLine>;
const here = (name: string) => join(config.path, name);

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
}

/** A PNG of 4 × 1 pixels; no other number has the same. */
function tinyPng(number: number): Buffer {
  const header = Buffer.from([0, 0, 0, 4, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const row = Buffer.alloc(13);
  row.writeUInt32BE(number, 1);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(row)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

beforeAll(async () => {
  [data, config] = [await makeDataFolder(), await makeDataFolder()];
  service = await startService(data.path, '--plan', 'unlimited');
  run = commandLine(config.path);
});
afterAll(async () => {
  await service.stop();
  await data.remove();
  await config.remove();
});

const importing = (name: string, ...args: string[]) =>
  run(['import', here(name), '--data', data.path, '--manifest', here(`${name}.jsonl`), ...args]);

interface Listed {
  readonly imageUrl: string;
  readonly originalFilename: string;
  readonly metadata: Readonly<Record<string, string>>;
}

async function listed(metadata: Readonly<Record<string, string>>): Promise<Listed[]> {
  const images: Listed[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response: Response = await fetch(`${service.baseUrl}/api/v1/list-images`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': service.apiKey },
      body: JSON.stringify({ metadata, limit: 100, ...(cursor ? { cursor } : {}) }),
    });
    const page = (await response.json()) as { images: Listed[]; cursor: string | null };
    images.push(...page.images);
    cursor = page.cursor;
  }
  return images;
}

const linesOf = async (name: string) =>
  (await readFile(here(`${name}.jsonl`), 'utf8').catch(() => '')).split('\n').length;

/** Starts an import and ends it by a signal once its manifest has so many lines. */
function importUntil(name: string, lines: number, signal: NodeJS.Signals, ...args: string[]) {
  return run(
    ['import', here(name), '--data', data.path, '--manifest', here(`${name}.jsonl`), ...args],
    {},
    { signal, when: async () => (await linesOf(name)) >= lines },
  );
}

async function writeImages(folder: string, count: number, from: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const album = join(here(folder), `album-${number % 10}`);
    await mkdir(album, { recursive: true });
    await writeFile(join(album, `${number}.png`), tinyPng(from + number));
  }
}

describe('imagewell import', () => {
  it(
    `killed twice among ${FILES} files, makes no twin and loses nothing`,
    async () => {
      await writeImages('many', FILES, 1_000_000);
      const mapping = ['--metadata', 'source=path', '--parallel', '8'];
      const begun = Date.now();
      for (const share of [0.5, 1.3]) {
        const { code } = await importUntil('many', FILES * share, 'SIGKILL', ...mapping);
        expect(code).toBeNull(); // killed, not finished
      }
      const table = here('many.csv');
      const last = await importing('many', ...mapping, '--addresses', table, '--json');
      expect([last.code, last.stderr]).toEqual([0, '']);
      const seconds = (Date.now() - begun) / 1000;
      console.log(`${FILES} files in ${seconds.toFixed(1)} s, with two kills`);
      expect(last.json.import).toMatchObject({ failed: 0, duplicates: 0 });
      expect(last.json.import.before).toBeGreaterThan(0);
      const [head, ...rows] = parseCsv(await readFile(table, 'utf8'));
      expect(head).toEqual(['old', 'new']);
      expect(new Set(rows.map(([old]) => old)).size).toBe(FILES);
      expect(new Set(rows.map(([, url]) => url)).size).toBe(FILES);
      const usage = await run(['usage', '--data', data.path, '--json']);
      expect(usage.json.images.used).toBe(FILES); // no twin
      const at = [0, Math.floor(FILES / 2), FILES - 1];
      for (const [old = '', url = ''] of process.env.IMPORT_FILES
        ? rows
        : at.map((one) => rows[one] ?? [])) {
        const served = await fetch(url);
        expect([old, served.status]).toEqual([old, 200]);
        await served.arrayBuffer();
      }
      const [image, ...others] = await listed({ source: 'album-7/7.png' });
      expect([image?.originalFilename, others]).toEqual(['7.png', []]);
    },
    60 * MINUTE_MS,
  );

  it('does nothing again once all is done', async () => {
    const again = await importing('many', '--json');
    expect(again.json.import).toEqual({
      saved: 0,
      duplicates: 0,
      failed: 0,
      before: FILES,
      skipped: 0,
    });
  });

  it('ends with 130 at Ctrl-C, says how far it came, and continues', async () => {
    await writeImages('stopped', 60, 2_000_000);
    const ended = await importUntil('stopped', 12, 'SIGINT', '--parallel', '1');
    expect(ended.code).toBe(130);
    expect(ended.stdout).toMatch(/saved\s+[1-9]/);
    const { json, code } = await importing('stopped', '--json');
    expect([code, json.import.saved + json.import.before]).toEqual([0, 60]);
  });

  it('counts without importing, and says whether the plan has room', async () => {
    await writeImages('counted', 3, 3_000_000);
    const { json } = await importing('counted', '--dry-run', '--json');
    const bytes = [0, 1, 2].reduce((sum, at) => sum + tinyPng(3_000_000 + at).length, 0);
    expect(json.dryRun).toMatchObject({
      images: 3,
      alreadyImported: 0,
      toImport: 3,
      bytes,
      imagesOfUnknownSize: 0,
      imagesLeftInPlan: null,
      fitsIntoPlan: true,
      minutesAtLeast: 1,
    });
    const images = await importing('counted', '--dry-run', '--metadata', 'a=colour');
    expect([images.code, images.stderr]).toEqual([2, expect.stringContaining('no column colour')]);
  });

  it('imports the same bytes once, unless an option keeps duplicates', async () => {
    await writeImages('twins', 2, 4_000_000);
    for (const name of ['a', 'b', 'c', 'd']) await writeFile(here(`twins/${name}.png`), tinyPng(9));
    const table = here('twins.csv');
    const { json } = await importing('twins', '--json', '--parallel', '8', '--addresses', table);
    expect(json.import).toMatchObject({ saved: 3, duplicates: 3, failed: 0 });
    const rows = parseCsv(await readFile(table, 'utf8')).slice(1);
    expect([rows.length, new Set(rows.map(([, url]) => url)).size]).toEqual([6, 3]);
    const all = await importing(
      'twins',
      '--json',
      '--keep-duplicates',
      '--manifest',
      here('all.jsonl'),
    );
    expect(all.json.import).toMatchObject({ saved: 6, duplicates: 0 });
  });

  it('names files that are no images, imports the others, and tries it again', async () => {
    await writeImages('mixed', 2, 5_000_000);
    await writeFile(here('mixed/lie.jpg'), 'no image at all');
    const first = await importing('mixed');
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('lie.jpg')]);
    await writeFile(here('mixed/lie.jpg'), tinyPng(5_000_009));
    const second = await importing('mixed', '--json');
    expect([second.code, second.json.import]).toMatchObject([0, { saved: 1, before: 2 }]);
  });

  it('stops at the first failure that every image would have', async () => {
    await writeImages('refused', 20, 6_000_000);
    const env = { IMAGEWELL_URL: service.baseUrl, IMAGEWELL_API_KEY: `private_${'x'.repeat(36)}` };
    const manifest = ['--manifest', here('refused.jsonl'), '--parallel', '1'];
    const ended = await run(['import', here('refused'), ...manifest], env);
    expect(ended.code).toBe(3);
    expect(ended.stderr.match(/invalid_api_key/g)).toHaveLength(1);
  });

  it('mixes no two places in one manifest', async () => {
    await mkdir(here('elsewhere'));
    const manifest = ['--manifest', here('many.jsonl')];
    const ended = await run(['import', here('elsewhere'), '--data', data.path, ...manifest]);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('another source')]);
  });

  it('continues after a line that a kill cut off', async () => {
    await writeImages('torn', 3, 7_000_000);
    await importing('torn');
    const path = here('torn.jsonl');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.slice(0, -20));
    const { json } = await importing('torn', '--json');
    expect(json.import).toMatchObject({ failed: 0, before: 2, saved: 1 });
    const ids = (await readFile(path, 'utf8')).match(/img_[a-z2-7]{26}/g) ?? [];
    expect(new Set(ids).size).toBe(3);
  });
});

describe('the sources of an import', () => {
  const requested: string[] = [];
  const origin = createServer((request, response) => {
    requested.push(request.url ?? '');
    const [, number] = /\/(\d+)\.png$/.exec(request.url ?? '') ?? [];
    if (number === undefined) response.writeHead(404).end();
    else response.end(tinyPng(8_000_000 + Number(number)));
  });
  let base = '';
  beforeAll(async () => {
    await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(origin.address() as { port: number }).port}`;
  });
  afterAll(() => origin.close());

  const importText = async (name: string, text: string, ...args: string[]): Promise<Ended> => {
    await writeFile(here(name), text);
    return importing(name, '--json', ...args);
  };

  it('are CSV files of addresses, with names and metadata by their columns', async () => {
    const csv = `url,title,alt\r\n${base}/1.png,"one, ""first"".png","a\nbridge"\r\n${base}/2.png,two.png,\r\n`;
    const mapping = ['--name', 'title', '--metadata', 'alt_text=alt', '--metadata', 'list=url'];
    const { json, stderr } = await importText('list.csv', csv, ...mapping);
    expect([json.import.saved, stderr]).toEqual([2, '']);
    const [one] = await listed({ list: `${base}/1.png` });
    expect(one).toMatchObject({
      originalFilename: 'one, "first".png',
      metadata: { alt_text: 'a\nbridge' },
    });
    const [two] = await listed({ list: `${base}/2.png` });
    expect(two).toMatchObject({ originalFilename: 'two.png' });
    expect(two?.metadata).not.toHaveProperty('alt_text');
  });

  it('are JSON lines of addresses; one that is missing there fails alone', async () => {
    const rows = [3, 4].map((at) => JSON.stringify({ url: `${base}/${at}.png`, year: 2026 }));
    const text = `${[...rows, JSON.stringify({ url: `${base}/none`, year: 1 })].join('\n')}\n`;
    const ended = await importText('list.jsonl', text, '--metadata', 'year=year');
    expect([ended.code, ended.json.import]).toMatchObject([1, { saved: 2, failed: 1 }]);
    expect(ended.stderr).toContain('returned 404');
    expect(await listed({ year: '2026' })).toHaveLength(2);
  });

  it('are the resources of a Cloudinary account', async () => {
    const resource = (at: number, more: object) => ({
      public_id: `shop/${at}`,
      secure_url: `${base}/${at}.png`,
      format: 'png',
      resource_type: 'image',
      bytes: 1,
      created_at: '2026-01-01T00:00:00Z',
      ...more,
    });
    const resources = [
      resource(5, { tags: ['red', 'new'], context: { custom: { alt: 'Five' } } }),
      resource(6, { tags: [], context: { alt: 'Six' } }),
      resource(7, { resource_type: 'video' }),
    ];
    const text = JSON.stringify({ resources, next_cursor: 'x' });
    const mapping = ['alt_text=context.alt', 'tags=tags', 'source=public_id'];
    const args = mapping.flatMap((pair) => ['--metadata', pair]);
    const { json } = await importText('resources.json', text, '--as', 'cloudinary', ...args);
    expect(json.import).toMatchObject({ saved: 2, failed: 0 });
    expect(await listed({ source: 'shop/5' })).toMatchObject([
      { originalFilename: '5.png', metadata: { alt_text: 'Five', tags: 'red,new' } },
    ]);
    expect(await listed({ alt_text: 'Six' })).toHaveLength(1);
    expect(requested).not.toContain('/7.png');
  });

  it('are objects below a prefix of a bucket, page by page', async () => {
    const asked: string[] = [];
    const s3 = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://s3');
      asked.push(url.pathname);
      const [, number] = /\/bucket\/pre\/(\d+)\.png$/.exec(url.pathname) ?? [];
      if (number !== undefined) return response.end(tinyPng(9_000_000 + Number(number)));
      const isFirst = !url.searchParams.has('continuation-token');
      const key = isFirst ? 'pre/1.png' : 'pre/2.png';
      const more = isFirst ? '<NextContinuationToken>n</NextContinuationToken>' : '';
      const page = `<Contents><Key>${key}</Key><Size>70</Size><ETag>"e"</ETag></Contents><Contents><Key>pre/notes.txt</Key><Size>1</Size></Contents>`;
      response.writeHead(200, { 'content-type': 'application/xml' });
      return response.end(`<ListBucketResult>${page}${more}</ListBucketResult>`);
    });
    await new Promise<void>((done) => s3.listen(0, '127.0.0.1', done));
    const { port } = s3.address() as { port: number };
    const env = {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    };
    const table = here('s3.csv');
    const files = ['--manifest', here('s3.jsonl'), '--addresses', table];
    const source = ['import', 's3://bucket/pre/', '--data', data.path, '--metadata', 'source=key'];
    const ended = await run([...source, ...files, '--json'], env);
    s3.close();
    const skipped =
      'pre/notes.txt: skipped: it is not JPEG, PNG, WebP, GIF, AVIF, HEIC, SVG or BMP.\n';
    expect([ended.code, ended.stderr]).toEqual([0, skipped.repeat(2)]);
    expect(ended.json.import).toMatchObject({ saved: 2, failed: 0, skipped: 2 });
    expect(
      parseCsv(await readFile(table, 'utf8'))
        .slice(1)
        .map(([old]) => old)
        .sort(),
    ).toEqual(['s3://bucket/pre/1.png', 's3://bucket/pre/2.png']);
    expect(await listed({ source: 'pre/2.png' })).toHaveLength(1);
    expect(asked.some((path) => path.includes('notes'))).toBe(false);
  });

  it('are refused where they are none', async () => {
    const none = await run(['import', here('nowhere'), '--data', data.path]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('does not exist')]);
    const wrong = await importText('wrong.csv', 'address\r\nx\r\n');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('row 1')]);
  });
});

describe('imagewell export', () => {
  const NAMES = ['CON.png', 'a:b?.png', `${'lang '.repeat(15)}.png`, 'brücke 😀. .png', 'same.png'];
  const user = ['--email', 'export@example.com', '--json'];
  const as = (project: string, ...args: string[]) =>
    run([...args, '--data', data.path, '--project', project, ...user]);
  const create = async (name: string) => {
    const made = await run(['projects', 'create', name, '--data', data.path, ...user]);
    return made.json.projectId as string;
  };
  /** Each fact that an export and an import carry. */
  const KEPT = Object.entries<Travel>(IMAGE_FACTS).flatMap(([name, { way }]) =>
    typeof way === 'string' ? [name] : [],
  );
  const callsOf = async (projectId: string) => {
    const accessToken = await issueToken(data.path, 'export@example.com');
    const calls = createImagewellForUsers({ baseUrl: service.baseUrl, accessToken });
    return { calls, projectId };
  };
  const imagesOf = async (project: string) => {
    const { lines } = await as(project, 'images', 'list', '--limit', '100');
    return lines
      .map((image) => Object.fromEntries(KEPT.map((name) => [name, image[name]])))
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  };
  let [from, to] = ['', ''];

  beforeAll(async () => {
    [from, to] = [await create('from'), await create('to')];
    await mkdir(here('named/twice'), { recursive: true });
    for (const [at, name] of NAMES.entries()) {
      await writeFile(join(here('named'), name), tinyPng(7_000_000 + at));
    }
    await writeFile(join(here('named'), 'twice', 'same.png'), tinyPng(7_000_004));
    const mapping = ['--metadata', 'place=path', '--keep-duplicates'];
    const { code } = await as(
      from,
      'import',
      here('named'),
      '--manifest',
      here('named.jsonl'),
      ...mapping,
    );
    expect(code).toBe(0);
    const { calls, projectId } = await callsOf(from);
    const [first, second] = (await calls.listImages({ projectId })).images;
    for (const [image, focalPoint] of [
      [first, '0.2,0.8'],
      [second, '0,1'],
    ] as const) {
      const add = { odd: 'e\u0301 \u{1f469}\u200d\u{1f680} \u202e\u0000', empty: '' };
      const { imageUrl = '' } = image ?? {};
      await calls.updateImageMetadata({ projectId, imageUrl, focalPoint });
      await calls.updateImageMetadata({ projectId, imageUrl, add });
    }
  });

  it('takes every fact that it can to another project, and names the others', async () => {
    const done = await as(from, 'export', here('out'));
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(done.json.export).toMatchObject({ exported: 6, kept: 0, failed: 0, hasSettings: true });
    const files = await readdir(join(here('out'), 'images'));
    for (const name of files) expect(name).toMatch(/^img_[a-z2-7]{26}-[^<>:"/\\|?*]{1,40}\.png$/u);
    const more = ['--manifest', here('out.jsonl'), '--addresses', here('out.csv'), '--settings'];
    const back = await as(to, 'import', here('out'), ...more);
    expect([back.code, back.json?.import]).toMatchObject([0, { saved: 6, failed: 0 }]);
    expect(await imagesOf(to)).toEqual(await imagesOf(from));
    const points = (await imagesOf(to)).map(({ focalPoint }) => focalPoint).filter(Boolean);
    expect(points.sort()).toEqual(['0,1', '0.2,0.8']);
    for (const name of ['createdAt', 'convertedFrom', 'review', 'takenDown']) {
      expect(back.stderr).toMatch(new RegExp(`^Not kept: ${name}: `, 'm'));
    }
    const [, ...rows] = parseCsv(await readFile(here('out.csv'), 'utf8'));
    expect(rows).toHaveLength(6);
    expect(rows.every(([old, now]) => old?.includes('/res/img_') && now !== old)).toBe(true);
  });

  it('continues, brings back lost and damaged files, and refuses another project', async () => {
    const [first = '', second = ''] = await readdir(join(here('out'), 'images'));
    await rm(join(here('out'), 'images', first));
    await writeFile(join(here('out'), 'images', second), 'other bytes');
    const again = await as(from, 'export', here('out'));
    expect(again.json.export).toMatchObject({ exported: 2, kept: 4, removed: 0 });
    const other = await as(to, 'export', here('out'));
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('another')]);
    const full = await as(from, 'export', here('named'));
    expect([full.code, full.stderr]).toEqual([2, expect.stringContaining('not empty')]);
  });

  it('needs a signing secret where addresses must be signed; without it, the folder is no source', async () => {
    await as(from, 'projects', 'update', '--require-signature', 'yes');
    const { json } = await as(from, 'signing-secrets', 'create');
    const denied = await as(from, 'export', here('signed'));
    expect([denied.code, denied.stderr]).toEqual([5, expect.stringContaining('--secret-file')]);
    const early = await as(to, 'import', here('signed'), '--manifest', here('early.jsonl'));
    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('unfinished export')]);
    await writeFile(here('secret'), json.secret);
    const done = await as(from, 'export', here('signed'), '--secret-file', here('secret'));
    expect(done.json.export).toMatchObject({ exported: 6, failed: 0 });
  });
});

describe('an export of a project whose settings name images', () => {
  const email = 'marks@example.com';
  const as = (project: string, ...args: string[]) =>
    run([...args, '--data', data.path, '--project', project, '--email', email, '--json']);
  const create = async (name: string): Promise<string> =>
    (await run(['projects', 'create', name, '--data', data.path, '--email', email, '--json'])).json
      .projectId;
  const plain = (background: string) =>
    sharp({ create: { width: 80, height: 60, channels: 3, background } })
      .png()
      .toBuffer();
  /** The addresses of the images of a project, by their file names. */
  const urlsOf = async (project: string): Promise<Record<string, string>> => {
    const { lines } = await as(project, 'images', 'list');
    return Object.fromEntries(lines.map((line) => [line.originalFilename, line.imageUrl]));
  };
  const idOf = (url = '') => /img_[a-z2-7]{26}/.exec(url)?.[0] ?? '';
  const colourOf = async (url: string) => {
    const response = await fetch(url);
    if (!response.ok) return response.status;
    const { data: pixels } = await sharp(await response.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    return pixels.subarray(0, 3).toString('hex');
  };
  const MAGENTA = 'ff00ff';
  const LOST = `img_${'l'.repeat(26)}`;
  let [from, to] = ['', ''];
  let before: Record<string, string> = {};

  beforeAll(async () => {
    [from, to] = [await create('marked'), await create('copy')];
    await mkdir(here('shop'));
    const files = { 'mark.png': '#f0f', 'none.png': '#00f', 'photo.png': '#060' };
    for (const [name, colour] of Object.entries(files)) {
      await writeFile(join(here('shop'), name), await plain(colour));
    }
    await as(from, 'import', here('shop'), '--manifest', here('shop.jsonl'));
    before = await urlsOf(from);
    const [mark, none] = [idOf(before['mark.png']), idOf(before['none.png'])];
    const set = await fetch(`${service.baseUrl}/api/v1/update-project`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await issueToken(data.path, email)}`,
      },
      body: JSON.stringify({
        projectId: from,
        watermark: `overlay=${mark}&overlay-width=100`,
        fallbackImage: none,
        presets: {
          small: 'width=20',
          badge: `width=30&overlay=${none}&overlay-width=50`,
          lost: `overlay=${LOST}`,
        },
      }),
    });
    expect(set.status).toBe(200);
  });

  it('needs a signing secret, and then has originals', async () => {
    const denied = await as(from, 'export', here('marked'));
    expect([denied.code, denied.stderr]).toEqual([5, expect.stringContaining('has a watermark')]);
    const { json } = await as(from, 'signing-secrets', 'create');
    await writeFile(here('mark-secret'), json.secret);
    const args = ['export', here('marked'), '--secret-file', here('mark-secret')];
    const done = await as(from, ...args);
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(done.json.export).toMatchObject({ exported: 3, failed: 0 });
    expect(await colourOf(before['photo.png'] ?? '')).toBe(MAGENTA);
  });

  it('takes watermark, fallback and presets along with the new IDs, and names missing ones', async () => {
    const args = ['--manifest', here('marked.jsonl'), '--settings'];
    const done = await as(to, 'import', here('marked'), ...args);
    expect(done.json.import).toMatchObject({ saved: 3, failed: 0 });
    const words = `preset lost is not applied: its image ${LOST} is not imported`;
    expect([done.code, done.stderr]).toEqual([1, expect.stringContaining(words)]);
    const after = await urlsOf(to);
    const photo = after['photo.png'] ?? '';
    expect(idOf(photo)).not.toBe(idOf(before['photo.png']));
    expect(await colourOf(photo)).toBe(MAGENTA);
    expect(await colourOf(`${photo}?width=20`)).toBe(MAGENTA);
    const [mark, none] = [idOf(after['mark.png']), idOf(after['none.png'])];
    expect((await as(to, 'projects', 'show')).json).toMatchObject({
      watermark: `overlay=${mark}&overlay-width=100`,
      fallbackImage: none,
      presets: { small: 'width=20', badge: `width=30&overlay=${none}&overlay-width=50` },
    });
    await as(to, 'images', 'delete', idOf(photo), '--yes');
    expect(await colourOf(photo)).toBe(MAGENTA); // the fallback, with the watermark
  });

  it('applies them again where the images are in already', async () => {
    await as(to, 'projects', 'update', '--watermark', 'none');
    const args = ['--manifest', here('marked.jsonl'), '--settings'];
    const again = await as(to, 'import', here('marked'), ...args);
    expect(again.json.import).toMatchObject({ saved: 0, before: 3 });
    const { json } = await as(to, 'projects', 'show');
    expect(json.watermark).toContain(idOf((await urlsOf(to))['mark.png']));
  });
});
