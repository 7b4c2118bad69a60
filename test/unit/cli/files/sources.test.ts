import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  fetchImage,
  MAX_IMAGE_BYTES,
  type Reading,
  readRetryAfter,
} from '../../../../cli/fetch/fetch-image.ts';
import { cloudinarySource } from '../../../../cli/import/cloudinary-source.ts';
import { csvRow, parseCsv, readCsv } from '../../../../cli/import/csv.ts';
import { folderSource } from '../../../../cli/import/folder-source.ts';
import type { ImportSource } from '../../../../cli/import/import-source.ts';
import { listSource } from '../../../../cli/import/list-source.ts';
import { createMapping } from '../../../../cli/import/map-columns.ts';
import { s3Source } from '../../../../cli/import/s3-source.ts';

const NEVER = new AbortController().signal;
const GIF = Buffer.from('GIF89a');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-sources-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
const itemsOf = (source: ImportSource) => gather(source.items(NEVER));
const keysOf = async (source: ImportSource) => (await itemsOf(source)).map(({ key }) => key);
const put = async (name: string | Buffer, bytes: Uint8Array | string = GIF) => {
  const path = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);
  await mkdir(join(path.toString(), '..'), { recursive: true });
  await writeFile(path, bytes);
};

type Answer = (response: ServerResponse, times: number, url: URL) => void;

/** A server that answers as a test says, while it runs. */
async function withServer<T>(answer: Answer, run: (base: string) => Promise<T>): Promise<T> {
  let times = 0;
  const server = createServer((request, response) => {
    times += 1;
    answer(response, times, new URL(request.url ?? '', 'http://x'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  try {
    return await run(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a folder as a source', () => {
  it('gives images by name or by their first bytes, with every kind of name, in order', async () => {
    const names = [
      'a b.png',
      'a\nb.png',
      'a"b,c.png',
      'a\\b.png',
      'größe.png',
      '東京/🌉.png',
      '=1+1.gif',
    ];
    for (const name of names) await put(name);
    for (const name of ['plain', 'no.image.txt', '%2e%2e.jpg', 'UPPER.JPEG']) await put(name);
    await put('notes.txt', 'no image');
    await put('empty', '');
    await put('.DS_Store', 'x');
    await put('._a.png');
    await symlink('..', join(folder, 'circle'));
    await symlink('a b.png', join(folder, 'link.png'));
    const source = folderSource(folder);
    const keys = await keysOf(source);
    const wanted = [...names, 'plain', 'no.image.txt', '%2e%2e.jpg', 'UPPER.JPEG'];
    expect(keys).toEqual(wanted.sort());
    expect(source.leftOut?.()).toMatchObject({
      skipped: { hidden: 2, link: 2, other: 2 },
      unreadable: [],
    });
    const [bridge] = (await itemsOf(source)).filter(({ key }) => key.startsWith('東京'));
    expect(bridge).toMatchObject({ name: '🌉.png', columns: { folder: '東京', extension: 'png' } });
    expect(parseCsv(keys.map((key) => csvRow([key, 'new'])).join(''))).toEqual(
      keys.map((key) => [key, 'new']),
    );
  });

  it('names folders that cannot be read and names that are no text, and gives the others', async () => {
    for (const name of ['a/1.png', 'closed/2.png', 'z/3.png']) await put(name);
    await put(Buffer.from([0x62, 0xff, 0x2e, 0x70, 0x6e, 0x67])); // not UTF-8
    const { readdir } = await import('node:fs/promises');
    const readFolder = (path: string) =>
      path.endsWith('closed')
        ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
        : readdir(path);
    const source = folderSource(folder, { readFolder });
    expect(await keysOf(source)).toEqual(['a/1.png', 'z/3.png']);
    const { unreadable = [] } = source.leftOut?.() ?? {};
    expect(unreadable.map(({ error }) => error.code).sort()).toEqual(['EACCES', 'ENOENT']);
    expect(unreadable.map(({ path }) => path)).toContain(join(folder, 'closed'));
  });

  it('fails one image that is gone, or that changed between its hash and its upload', async () => {
    await put('a.png');
    const [item] = await itemsOf(folderSource(folder));
    const bytes = await item?.open(NEVER);
    await put('a.png', 'GIF89a and more');
    await expect(bytes?.arrayBuffer()).rejects.toThrow();
    await rm(join(folder, 'a.png'));
    await expect(item?.open(NEVER)).rejects.toMatchObject({ name: 'SourceFault' });
  });
});

describe('a list as a source', () => {
  it('is read in chunks, wherever they are cut', async () => {
    const text = 'url,"a ""b""",c\r\n1,"x\r\ny, z",\r\n\r\n2,,"é"\n"","",""\n3,last,';
    const whole = [
      ['url', 'a "b"', 'c'],
      ['1', 'x\r\ny, z', ''],
      ['2', '', 'é'],
      ['', '', ''],
      ['3', 'last', ''],
    ];
    expect(parseCsv(text)).toEqual(whole);
    const bytes = Buffer.from(text);
    for (let size = 1; size < bytes.length; size += 1) {
      async function* chunks() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      }
      expect([size, await gather(readCsv(chunks()))]).toEqual([size, whole]);
    }
    for (const broken of ['a,"b', '"a"b,c', 'x"y,z']) {
      expect(() => parseCsv(broken)).toThrow('row 1 is no CSV');
      const second = Buffer.from(`a,b\r\n\r\n${broken}`);
      await expect(gather(readCsv(Readable.from([second])))).rejects.toThrow('row 2 is no CSV');
    }
    expect(parseCsv('"'.repeat(200_000))).toHaveLength(1);
  });

  it('has at most a thousand columns (security.linear-work)', async () => {
    const path = join(folder, 'wide.csv');
    await writeFile(path, `url,${'a,'.repeat(999)}\r\nhttps://a.example/1.png\r\n`);
    await expect(keysOf(listSource(path))).rejects.toThrow('the maximum is 1000');
  });

  it('is validated to its last row before its first image', async () => {
    const path = join(folder, 'list.csv');
    await writeFile(path, '\uFEFFurl,alt\r\nhttps://a.example/1.png,x\r\nfile:///etc/passwd,y\r\n');
    const read: string[] = [];
    const reading = async () => {
      for await (const { key } of listSource(path).items(NEVER)) read.push(key);
    };
    await expect(reading()).rejects.toThrow('row 2 has no http address');
    await writeFile(join(folder, 'list.jsonl'), '{"url":"https://a.example/1.png"}\n{broken\n');
    await expect(keysOf(listSource(join(folder, 'list.jsonl')))).rejects.toMatchObject({
      outcome: 'usage',
    });
    expect(read).toEqual([]);
  });

  it('takes a missing column of JSON lines as empty, and a CSV without it as a fault', async () => {
    const rows = [
      { url: 'https://a.example/%E6%A9%8B.png', alt: 'x' },
      { url: 'https://a.example/%.png', alt: null },
    ];
    await writeFile(join(folder, 'a.jsonl'), rows.map((row) => JSON.stringify(row)).join('\r\n'));
    await writeFile(join(folder, 'a.csv'), 'url\nhttps://a.example/1.png\n');
    const mapping = createMapping('name', { alt_text: 'alt' });
    const items = await itemsOf(listSource(join(folder, 'a.jsonl')));
    expect(items.map(mapping.metadataOf)).toEqual([{ alt_text: 'x' }, {}]);
    expect(items.map(mapping.nameOf)).toEqual(['橋.png', '%.png']);
    expect(mapping.missing()).toEqual(['name']);
    const [item] = await itemsOf(listSource(join(folder, 'a.csv')));
    expect(() => item && mapping.metadataOf(item)).toThrow('no column alt');
    const inherited = createMapping('toString', { a: 'constructor' });
    expect(() => item && inherited.metadataOf(item)).toThrow('no column constructor');
  });
});

describe('an address as a source', () => {
  const waits: number[] = [];
  const wait: Reading['wait'] = async (ms) => void waits.push(ms);
  beforeEach(() => void waits.splice(0));
  const read = (answer: Answer, more: Partial<Reading> = {}) =>
    withServer(answer, (base) =>
      fetchImage(`${base}/a.png`, { signal: NEVER, wait, ...more }).then(
        async (bytes) => Buffer.from(await bytes.arrayBuffer()).toString(),
        ({ code, isAway, message }) => [code, isAway, message.replace(base, '')],
      ),
    );

  it('is read again after 429 and 503, and not before their Retry-After', async () => {
    const outcome = await read((response, times) => {
      if (times === 1) response.writeHead(429, { 'retry-after': '7' }).end();
      else if (times === 2) response.writeHead(503).end();
      else response.end('bytes');
    });
    expect(outcome).toBe('bytes');
    expect(waits).toEqual([7_500, 1_000]);
    const now = Date.parse('2026-11-22T10:00:00Z');
    expect(readRetryAfter('Sun, 22 Nov 2026 10:00:30 GMT', now)).toBe(30_000);
    expect([readRetryAfter('soon', now), readRetryAfter(null), readRetryAfter('-5')]).toEqual([
      0, 0, 0,
    ]);
  });

  it('is given up after some retries, and where the wait is longer than a minute', async () => {
    let asked = 0;
    const busy = await read((response, times) => {
      asked = times;
      response.writeHead(503).end();
    });
    expect([busy, asked]).toEqual([['unexpected_status', true, '/a.png returned 503.'], 6]);
    waits.length = 0;
    const later = await read((response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end();
    });
    expect([later, waits]).toEqual([['unexpected_status', true, '/a.png returned 429.'], []]);
    const gone = await read((response) => void response.writeHead(404).end());
    expect([gone, waits]).toEqual([['not_found', false, '/a.png returned 404.'], []]);
  });

  it('is given up at the first byte too many, at a body that ends early, and at silence', async () => {
    const large = await read((response) => {
      const more = () => {
        if (!response.destroyed) response.write(Buffer.alloc(1_000_000), () => setImmediate(more));
      };
      more();
    });
    expect(large).toEqual([
      'payload_too_large',
      false,
      `/a.png has more than ${MAX_IMAGE_BYTES} bytes.`,
    ]);
    const cut = await read((response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy());
    });
    expect(cut).toEqual(['network_error', true, expect.stringContaining('cannot be read')]);
    const silent = await read(() => undefined, { timeoutMs: 30 });
    expect(silent).toEqual(['network_error', true, expect.stringContaining('cannot be read')]);
  });

  it('is empty where the answer has no body, as of 204', async () => {
    expect(await read((response) => void response.writeHead(204).end())).toBe('');
  });

  it('ends with the reason of an abort, also in a wait', async () => {
    const stop = new AbortController();
    const reading = withServer(
      (response) => void response.writeHead(503, { 'retry-after': '50' }).end(),
      (base) => {
        const wait: Reading['wait'] = (ms, signal) => {
          const waiting = sleep(ms, undefined, { signal });
          stop.abort(new Error('stopped'));
          return waiting;
        };
        return fetchImage(base, { signal: stop.signal, wait });
      },
    );
    await expect(reading).rejects.toThrow('stopped');
  });
});

describe('a Cloudinary export as a source', () => {
  const resource = (id: string, more: object = {}) => ({
    public_id: id,
    secure_url: `https://res.example/${id}.jpg`,
    format: 'jpg',
    ...more,
  });
  const json = async (name: string, value: unknown) => {
    await put(name, typeof value === 'string' ? value : JSON.stringify(value));
    return join(folder, name);
  };

  it('is one page, a list of pages, a page a line, or a folder of pages', async () => {
    const pages = [
      { resources: [resource('a')], next_cursor: 'x' },
      { resources: [resource('b/c'), resource('v', { resource_type: 'video' })] },
    ];
    const list = cloudinarySource(await json('list.json', pages));
    expect(await keysOf(list)).toEqual(['a', 'b/c']);
    expect(list.leftOut?.()).toMatchObject({
      skipped: { other: 1 },
      warnings: ['v: skipped: it is a video or a raw file.'],
    });
    const lines = pages.map((page) => JSON.stringify(page)).join('\n');
    expect(await keysOf(cloudinarySource(await json('lines.jsonl', lines)))).toEqual(['a', 'b/c']);
    await json('pages/page-10.json', pages[1]);
    await json('pages/page-9.json', pages[0]);
    await json('pages/readme.txt', 'x');
    expect(await keysOf(cloudinarySource(join(folder, 'pages')))).toEqual(['a', 'b/c']);
    expect(await keysOf(cloudinarySource(await json('bare.json', [resource('d')])))).toEqual(['d']);
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    for (const broken of ['{', '[1]', 'null', deep]) {
      const source = cloudinarySource(await json('broken.json', broken));
      await expect(keysOf(source)).rejects.toMatchObject({ outcome: 'usage' });
    }
  });

  it('says so where its last page is followed by another', async () => {
    const source = cloudinarySource(await json('cut.json', { resources: [], next_cursor: 'x' }));
    await keysOf(source);
    expect(source.leftOut?.().warnings).toEqual([expect.stringContaining('not complete')]);
  });

  it('has its tags, context and metadata as columns, which a resource may lack', async () => {
    const path = await json('a.json', {
      resources: [
        resource('x/one', { tags: ['a', 'b'], context: { custom: { alt: 'One' } }, version: 12 }),
        resource('two', { metadata: { sku: 7, colours: ['red', 'blue'] }, display_name: 'Zwei' }),
        { public_id: 'old', url: 'http://res.example/old', format: '' },
        { public_id: 'none' },
      ],
    });
    const items = await itemsOf(cloudinarySource(path));
    const mapping = createMapping('display_name', { alt: 'context.alt', all: 'metadata.colours' });
    expect(items.map(mapping.metadataOf)).toEqual([{ alt: 'One' }, { all: 'red,blue' }, {}]);
    expect(items.map(mapping.nameOf)).toEqual(['one.jpg', 'Zwei', 'old']);
    expect(items[0]).toMatchObject({ version: '12', columns: { tags: 'a,b', folder: 'x' } });
    expect(mapping.missing()).toEqual([]);
  });
});

describe('a bucket as a source', () => {
  const env = process.env;
  afterEach(() => {
    process.env = env;
  });
  const bucket = <T>(answer: Answer, run: (source: ImportSource) => Promise<T>) =>
    withServer(answer, (base) => {
      process.env = {
        ...env,
        AWS_ENDPOINT_URL: base,
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 'b',
      };
      return run(s3Source('s3://b/p'));
    });
  const entry = (key: string, size = 6) =>
    `<Contents><Key>${key}</Key><Size>${size}</Size><ETag>"e"</ETag></Contents>`;
  const listing = (entries: string) =>
    `<ListBucketResult><EncodingType>url</EncodingType>${entries}</ListBucketResult>`;
  const error = (response: ServerResponse, status: number, code: string) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>No</Message></Error>`);

  it('gives every kind of key, and objects without an extension by their first bytes', async () => {
    const entries = ['a+b.png', 'a%0Ab%2B%26.png', '%E6%A9%8B', 'notes', 'dir/', 'x.txt'];
    const asked: string[] = [];
    const answer: Answer = (response, _, { pathname, searchParams }) => {
      if (searchParams.has('list-type')) {
        asked.push(searchParams.get('encoding-type') ?? '');
        return response.end(
          listing(entries.map((key) => entry(key, key === 'dir/' ? 0 : 6)).join('')),
        );
      }
      return response.writeHead(206).end(pathname.endsWith('notes') ? 'notes!' : GIF);
    };
    const { keys, leftOut } = await bucket(answer, async (source) => ({
      keys: await keysOf(source),
      leftOut: source.leftOut?.(),
    }));
    expect(keys).toEqual(['a b.png', 'a\nb+&.png', '橋']);
    expect([asked, leftOut?.skipped.other]).toEqual([['url'], 3]);
  });

  it('fails one object that changed, is too large or is closed, and all where the credential is wrong', async () => {
    const answer: Answer = (response, _, { pathname, searchParams }) => {
      const keys = ['1.png', '2.png', '3.png', '4.png'];
      if (searchParams.has('list-type')) {
        return response.end(
          listing(
            keys.map((key) => entry(key, key === '3.png' ? MAX_IMAGE_BYTES + 1 : 6)).join(''),
          ),
        );
      }
      if (pathname.endsWith('1.png')) return error(response, 412, 'PreconditionFailed');
      if (pathname.endsWith('2.png')) return error(response, 403, 'AccessDenied');
      return error(response, 403, 'InvalidAccessKeyId');
    };
    const outcomes = await bucket(answer, async (source) => {
      const items = await itemsOf(source);
      const opened = await Promise.allSettled(items.map((item) => item.open(NEVER)));
      return opened.map((one) => (one.status === 'rejected' ? one.reason : one.value));
    });
    expect(outcomes).toMatchObject([
      { name: 'SourceFault', code: 'changed' },
      { name: 'SourceFault', code: 'AccessDenied', isAway: false },
      { name: 'SourceFault', code: 'payload_too_large' },
      { name: 'CommandError', outcome: 'credentials' },
    ]);
  });

  it('says why it can’t be listed', async () => {
    const listed = (code: string, status = 403) =>
      bucket((response) => void error(response, status, code), keysOf);
    await expect(listed('AccessDenied')).rejects.toMatchObject({ outcome: 'credentials' });
    await expect(listed('NoSuchBucket', 404)).rejects.toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('s3://b/p cannot be listed: NoSuchBucket'),
    });
    expect(() => s3Source('s3://')).toThrow('must be s3://');
  });
});
