import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { client } from '../support/e2e/service-under-test.ts';
import { drawJpeg } from '../support/images/draw.ts';

interface Listed {
  readonly imageId: string;
  readonly createdAt: string;
  readonly metadata: Readonly<Record<string, string>>;
}

let image: Buffer;
beforeAll(async () => {
  image = await drawJpeg(24, 16);
});

/**
 * A value that only this test's images have: other end-to-end tests save in the same project
 * meanwhile.
 */
const newAlbum = () => ({ album: randomUUID() });
const list = (body: object) => client.call('list-images', body);
const remove = (imageId: string) => client.call('delete-image', { imageId });
const save = async (metadata: object) =>
  (await client.store(image, 'image/jpeg', metadata)).imageId;

async function readAll(body: object, between: () => Promise<unknown> = async () => undefined) {
  const all: Listed[] = [];
  let cursor: string | null = null;
  do {
    const { status, json } = await list({ ...body, ...(cursor ? { cursor } : {}) });
    expect(status).toBe(200);
    all.push(...json.images);
    cursor = json.cursor;
    await between();
  } while (cursor);
  return all;
}
const idsOf = (images: readonly Listed[]) => images.map(({ imageId }) => imageId);

describe('list-images', () => {
  it('lists what get-image describes, newest first, page by page (calls.list-images, calls.get-image)', async () => {
    const metadata = newAlbum();
    const saved: string[] = [];
    for (let count = 0; count < 5; count += 1) saved.unshift(await save(metadata));
    const { status, json } = await list({ metadata });
    expect([status, Object.keys(json).sort()]).toEqual([200, ['cursor', 'images']]);
    expect(json.cursor).toBeNull();
    expect(idsOf(json.images)).toEqual(saved);
    const described = await client.call('get-image', { imageId: saved[0] });
    expect(json.images[0]).toEqual(described.json);
    for (const limit of [1, 2, 5, 6, 100]) {
      expect(idsOf(await readAll({ metadata, limit }))).toEqual(saved);
    }
    const first = (await list({ metadata, limit: 2 })).json;
    expect(first.cursor).toMatch(/^[\w-]{1,100}$/);
    expect((await list({ metadata, limit: 5 })).json.cursor).toBeNull();
  });

  it('follows saves, changes of metadata and deletes immediately (calls.list-images)', async () => {
    const [metadata, other] = [newAlbum(), newAlbum()];
    const [first, second] = [await save(metadata), await save(metadata)];
    await client.call('update-image-metadata', { imageUrl: first, add: other });
    expect(idsOf((await list({ metadata })).json.images)).toEqual([second]);
    expect((await list({ metadata: other })).json.images).toMatchObject([
      { imageId: first, metadata: other },
    ]);
    await client.call('update-image-metadata', { imageUrl: first, set: metadata });
    expect(idsOf((await list({ metadata })).json.images)).toEqual([second, first]);
    expect((await list({ metadata: other })).json).toEqual({ images: [], cursor: null });
    await remove(second);
    expect(idsOf((await list({ metadata })).json.images)).toEqual([first]);
    await client.call('update-image-metadata', { imageUrl: first, add: { album: null } });
    expect((await list({ metadata })).json.images).toEqual([]);
  });

  it('shows what lives throughout once, though others come and go while the pages are read (calls.list-images)', async () => {
    const metadata = newAlbum();
    const saved: string[] = [];
    for (let count = 0; count < 9; count += 1) saved.unshift(await save(metadata));
    const passing = saved.filter((_, at) => at % 3 === 1);
    const lives = saved.filter((id) => !passing.includes(id));
    const ids = idsOf(
      await readAll({ metadata, limit: 2 }, async () => {
        await save(metadata);
        const gone = passing.pop();
        if (gone) await remove(gone);
      }),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => lives.includes(id))).toEqual(lives);
  });

  it('lists the whole project without a filter, at most 50 to a page (calls.list-images)', async () => {
    const own = [await save({}), await save({ a: 'x' })];
    const { json } = await list({});
    expect(json.images.length).toBeLessThanOrEqual(50);
    const times = json.images.map((listed: Listed) => listed.createdAt);
    expect(times).toEqual([...times].sort().reverse());
    await remove(own[0] ?? '');
    const all = idsOf(await readAll({ limit: 100 }));
    expect(all).toContain(own[1]);
    expect(all).not.toContain(own[0]);
  });

  it.each([
    ['a limit of 0', { limit: 0 }, ['/limit']],
    ['a limit of 101', { limit: 101 }, ['/limit']],
    ['a limit that is a text', { limit: '5' }, ['/limit']],
    ['half an image', { limit: 1.5 }, ['/limit']],
    ['a cursor that is none', { cursor: 'x' }, ['/cursor']],
    ['an empty cursor', { cursor: '' }, ['/cursor']],
    ['null as a cursor', { cursor: null }, ['/cursor']],
    ['no pair', { metadata: {} }, ['/metadata']],
    ['six pairs', { metadata: { a: '1', b: '2', c: '3', d: '4', e: '5', f: '6' } }, ['/metadata']],
    ['a value that is null', { metadata: { a: null } }, ['/metadata/a']],
    ['a value that is a number', { metadata: { a: 1 } }, ['/metadata/a']],
    ['a key that is none', { metadata: { 'A/~': '1' } }, ['/metadata/A~1~0']],
    ['a value of 101 characters', { metadata: { a: 'x'.repeat(101) } }, ['/metadata/a']],
    [
      'all faults at once',
      { limit: 0, cursor: 'x', metadata: {}, filter: 1 },
      ['/cursor', '/filter', '/limit', '/metadata'],
    ],
  ])(
    'refuses %s, and says where (errors.all-faults, calls.list-images)',
    async (_, body, pointers) => {
      const { status, json } = await list(body);
      expect([status, json.code]).toEqual([400, 'validation_failed']);
      expect(json.errors.map((error: { pointer: string }) => error.pointer).sort()).toEqual(
        pointers,
      );
    },
  );

  it('refuses the cursor of another list, and one that was tampered with (calls.list-images)', async () => {
    const metadata = newAlbum();
    for (let count = 0; count < 3; count += 1) await save(metadata);
    const { cursor } = (await list({ metadata, limit: 1 })).json;
    const parts = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
    const later = [
      parts[0]?.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ...parts.slice(1),
    ];
    const tampered = Buffer.from(later.join('.'), 'latin1').toString('base64url');
    for (const body of [
      { metadata, cursor: tampered },
      { metadata, cursor: `${cursor}A` },
      { metadata, cursor: cursor.slice(1) },
      { metadata: newAlbum(), cursor },
      { cursor },
    ]) {
      const { status, json } = await list(body);
      expect([status, json.code]).toEqual([400, 'validation_failed']);
      expect(json.errors).toMatchObject([{ pointer: '/cursor', code: 'invalid_cursor' }]);
    }
    expect((await list({ metadata, cursor, limit: 100 })).json.images).toHaveLength(2);
  });
});

describe('save-temporary-image', () => {
  it('refuses more than ten keys, and takes ten beside a null (metadata.max-keys)', async () => {
    const keys = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`k${at}`, 'v']));
    const { temporaryImageUrl } = (await client.upload(image)).json;
    const refused = await client.call('save-temporary-image', {
      temporaryImageUrl,
      metadata: keys,
    });
    expect([refused.status, refused.json.code]).toEqual([400, 'validation_failed']);
    expect(refused.json.errors).toMatchObject([{ pointer: '/metadata', code: 'too_many_keys' }]);
    const taken = await client.call('save-temporary-image', {
      temporaryImageUrl,
      metadata: { ...keys, k10: null },
    });
    expect(taken.status).toBe(200);
  });
});
