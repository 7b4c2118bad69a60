import { createHook } from 'node:async_hooks';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFolderObjectStore } from '../../../../adapters/folder/object-store.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { releaseBytes } from '../../../../core/foundation/release-bytes.ts';
import type { StoredObject } from '../../../../core/ports/images/object-store.ts';
import { makeDataFolder } from '../../../support/service/start-service.ts';

/** Calls of the file system that took the way through Node's pool of threads. */
async function countPooled(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type.startsWith('FSREQ')) count += 1;
    },
  }).enable();
  await work().finally(() => hook.disable());
  return count;
}

async function piecesOf(stored: StoredObject | undefined): Promise<number[]> {
  const lengths: number[] = [];
  for await (const { length } of stored?.body ?? []) lengths.push(length);
  return lengths;
}

it('reads a small file without the pool of threads, and any that memory allows in one piece', async () => {
  const folder = await makeDataFolder();
  onTestFinished(folder.remove);
  const store = createFolderObjectStore(join(folder.path, 'objects'));
  const lengths: Record<string, number[]> = {};
  const read = async (key: string) => {
    lengths[key] = await piecesOf(await store.get(key));
  };
  const sizes = { small: 1_000_000, large: 3_000_000, huge: LIMITS.maxReadAheadBytes + 1 };
  for (const [key, bytes] of Object.entries(sizes)) {
    await store.put(key, new Uint8Array(bytes), 'image/jpeg');
  }
  expect(await countPooled(() => readdir('.'))).toBe(1);
  expect(await countPooled(() => read('small'))).toBe(0);
  expect(await countPooled(() => read('large'))).toBe(1);
  await read('huge');
  const [small, large] = [[sizes.small], [sizes.large]];
  expect(lengths).toMatchObject({ small, large });
  expect(lengths.huge?.length).toBe(24);
});

it('gives the memory of bytes back, unless others share their buffer', () => {
  const whole = new Uint8Array(100);
  const part = whole.subarray(1);
  releaseBytes(part);
  expect([whole.length, part.length]).toEqual([100, 99]);
  releaseBytes(whole);
  expect([whole.length, part.length]).toEqual([0, 0]);
});
