import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseBytes } from '../../core/foundation/release-bytes.ts';
import type { ObjectStore } from '../../core/ports/images/object-store.ts';

export interface ObjectStoreUnderTest {
  readonly store: ObjectStore;
  remove(): Promise<void>;
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** All bytes of a stored object, and whether its reported length was right. */
export async function readObject(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const stored = await store.get(key);
  if (!stored) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored.body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  expect(stored.bytes).toBe(bytes.length);
  return bytes;
}

/** The rules of the port `ObjectStore`, held against any implementation of it. */
export function describeObjectStore(
  name: string,
  create: () => Promise<ObjectStoreUnderTest>,
): void {
  describe(`an object store: ${name}`, () => {
    let test: ObjectStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());
    const put = (key: string, bytes: Uint8Array) => test.store.put(key, bytes, 'image/jpeg');

    it.each([0, 1, 1_048_576, 1_048_577, 20_000_000])(
      'gives back %i bytes whole (security.acknowledged-is-durable)',
      async (count) => {
        const bytes = randomBytes(count);
        await put('a/original', bytes);
        expect(sha((await readObject(test.store, 'a/original')) ?? Buffer.of(1))).toBe(sha(bytes));
      },
    );

    it('gives every reader bytes of its own (security.acknowledged-is-durable)', async () => {
      const bytes = randomBytes(2_000_000);
      await put('own', bytes);
      for await (const piece of (await test.store.get('own'))?.body ?? []) {
        releaseBytes(piece);
      }
      expect(sha((await readObject(test.store, 'own')) ?? Buffer.of())).toBe(sha(bytes));
    });

    it('a missing object is undefined, below a file too', async () => {
      await put('file', Buffer.from('x'));
      for (const key of ['nothing', 'nothing/at/all', 'file/below']) {
        expect(await test.store.get(key)).toBeUndefined();
        expect(await test.store.copy(key, 'copy')).toBe(false);
        await test.store.remove(key);
      }
    });

    it('replaces an object whole while it is being read', async () => {
      const [old, fresh] = [Buffer.alloc(3_000_000, 1), Buffer.alloc(2_000_000, 2)];
      await put('r', old);
      const stored = await test.store.get('r');
      await put('r', fresh);
      const chunks: Uint8Array[] = [];
      for await (const chunk of stored?.body ?? []) chunks.push(chunk);
      expect(sha(Buffer.concat(chunks))).toBe(sha(old));
      expect(sha((await readObject(test.store, 'r')) ?? old)).toBe(sha(fresh));
    });

    it('a copy outlives its source, and may be repeated, also concurrently', async () => {
      await put('tmp_a/original', Buffer.from('image'));
      const all = await Promise.all(
        Array.from({ length: 10 }, () => test.store.copy('tmp_a/original', 'img_a/original')),
      );
      expect(all).toEqual(Array(10).fill(true));
      await test.store.remove('tmp_a/original');
      expect((await readObject(test.store, 'img_a/original'))?.toString()).toBe('image');
      expect(await test.store.get('tmp_a/original')).toBeUndefined();
    });

    it('puts a new object once for any number of concurrent callers, and never over another', async () => {
      const images = Array.from({ length: 8 }, (_, i) => Buffer.from(`image ${i}`));
      const outcomes = await Promise.all(
        images.map((bytes) => test.store.putNew('tmp_b/original', bytes, 'image/jpeg')),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      const first = images[outcomes.indexOf(true)];
      expect((await readObject(test.store, 'tmp_b/original'))?.toString()).toBe(first?.toString());
      const putNew = (bytes: Buffer) => test.store.putNew('tmp_b/original', bytes, 'image/jpeg');
      expect(await putNew(Buffer.from('later'))).toBe(false);
      expect((await readObject(test.store, 'tmp_b/original'))?.toString()).toBe(first?.toString());
      await test.store.remove('tmp_b/original');
      expect(await putNew(Buffer.from('anew'))).toBe(true);
      expect((await readObject(test.store, 'tmp_b/original'))?.toString()).toBe('anew');
    });

    it('removes everything below a prefix and nothing else (deletion.steps)', async () => {
      for (const key of ['p/a/v1/x', 'p/a/v1/y', 'p/a/v2/x', 'p/ab/x'])
        await put(key, Buffer.from('x'));
      await test.store.removeAll('p/a/');
      await test.store.removeAll('p/none/');
      for (const key of ['p/a/v1/x', 'p/a/v1/y', 'p/a/v2/x'])
        expect(await test.store.get(key)).toBeUndefined();
      expect(await test.store.get('p/ab/x')).toBeDefined();
    });

    it.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '', '.', 'a/..', 'A', 'a\0b'])(
      'refuses the key %j',
      async (key) => {
        const put = (async () => test.store.put(key, Buffer.from('x'), 'image/jpeg'))();
        await expect(put).rejects.toThrow(/key/);
        await expect((async () => test.store.get(key))()).rejects.toThrow(/key/);
      },
    );
  });
}
