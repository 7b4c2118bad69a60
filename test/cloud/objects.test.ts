import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3ObjectStore } from '../../adapters/s3/object-store.ts';
import type { ObjectStore } from '../../core/ports/images/object-store.ts';
import { createBuckets } from '../support/cloud/create-buckets.ts';

const BYTES = Buffer.from('image');

describe('two buckets in S3', () => {
  let test: Awaited<ReturnType<typeof createBuckets>>;
  let store: ObjectStore;
  beforeAll(async () => {
    test = await createBuckets();
    store = createS3ObjectStore(test.client, test.buckets);
  });
  afterAll(() => test.remove());

  const put = (key: string) => store.put(key, BYTES, 'image/jpeg');
  const versionsIn = async (Bucket: string, Prefix: string) => {
    const { Versions = [], DeleteMarkers = [] } = await test.client.send(
      new ListObjectVersionsCommand({ Bucket, Prefix }),
    );
    return [...Versions, ...DeleteMarkers].map(({ Key }) => Key);
  };

  it('renditions are kept apart from originals, those of temporary images too', async () => {
    const renditions = ['renditions/img_a/v1/x', 'tmp_a/renditions/v1/x'];
    const originals = ['img_a/original', 'tmp_a/original'];
    for (const key of [...renditions, ...originals]) await put(key);
    expect((await versionsIn(test.buckets.renditions, '')).sort()).toEqual(renditions);
    expect((await versionsIn(test.buckets.originals, '')).sort()).toEqual(originals);
  });

  it('removing an original removes each of its versions, and no other object (deletion.steps)', async () => {
    for (const key of ['img_b/original', 'img_b/original', 'img_b/original-2']) await put(key);
    await store.remove('img_b/original');
    expect(await versionsIn(test.buckets.originals, 'img_b/')).toEqual(['img_b/original-2']);
  });

  it('removes everything below a prefix in both buckets, older versions too', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (const key of ['tmp_c/original', 'tmp_c/renditions/v1/x', 'tmp_cc/original'])
        await put(key);
    }
    await store.removeAll('tmp_c/');
    expect(await versionsIn(test.buckets.originals, 'tmp_c/')).toEqual([]);
    expect(await versionsIn(test.buckets.renditions, 'tmp_c/')).toEqual([]);
    expect(await versionsIn(test.buckets.originals, 'tmp_cc/')).toHaveLength(2);
  });

  it('removes more objects than one page holds', async () => {
    const keys = Array.from({ length: 1_010 }, (_, at) => `renditions/img_d/v1/${at}`);
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map(put));
    await store.removeAll('renditions/img_d/');
    expect(await versionsIn(test.buckets.renditions, 'renditions/img_d/')).toEqual([]);
  });

  it('an empty prefix is refused: it would remove everything', async () => {
    await expect(store.removeAll('')).rejects.toThrow(/key/);
  });
});
