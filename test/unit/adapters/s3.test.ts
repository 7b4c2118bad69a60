import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { createS3ObjectStore } from '../../../adapters/s3/object-store.ts';
import type { ObjectStore } from '../../../core/ports/images/object-store.ts';
import { fault } from './support/faults.ts';

const BUCKETS = { originals: 'originals', renditions: 'renditions' };
const KEY = 'img_a/original';
const BYTES = Buffer.from('image');

function open() {
  const mock = mockClient(S3Client);
  return { mock, store: createS3ObjectStore(mock as unknown as S3Client, BUCKETS) };
}

const CALLS: Readonly<Record<string, (store: ObjectStore) => Promise<unknown>>> = {
  put: (store) => store.put(KEY, BYTES, 'image/jpeg'),
  putNew: (store) => store.putNew(KEY, BYTES, 'image/jpeg'),
  get: (store) => store.get(KEY),
  copy: (store) => store.copy('tmp_a/original', KEY),
  remove: (store) => store.remove(KEY),
  removeAll: (store) => store.removeAll('renditions/img_a/'),
};

describe('a missing object in S3', () => {
  const missing = ['NoSuchKey', 'NotFound', 'AccessDenied'];

  it.each(missing)(
    'is undefined where S3 says %s (security.missing-object-is-404)',
    async (name) => {
      const { mock, store } = open();
      mock.on(GetObjectCommand).rejects(fault(name));
      expect(await store.get(KEY)).toBeUndefined();
    },
  );

  it.each(missing)('is not copied, which is no error, where S3 says %s', async (name) => {
    const { mock, store } = open();
    mock.on(CopyObjectCommand).rejects(fault(name));
    expect(await store.copy('tmp_a/original', KEY)).toBe(false);
  });

  it('is distinguished from a missing bucket, which is our fault', async () => {
    const { mock, store } = open();
    mock.onAnyCommand().rejects(fault('NoSuchBucket'));
    for (const name of ['get', 'copy', 'put']) {
      await expect(CALLS[name]?.(store)).rejects.toMatchObject({ name: 'NoSuchBucket' });
    }
  });
});

describe('a slow S3', () => {
  const names = ['SlowDown', 'ServiceUnavailable', 'InternalError', 'TimeoutError'];

  it.each(Object.entries(CALLS))('is busy to whoever asks: %s', async (_, call) => {
    for (const error of [...names.map((name) => fault(name)), fault('Error', { code: 'EPIPE' })]) {
      const { mock, store } = open();
      mock.onAnyCommand().rejects(error);
      await expect(call(store)).rejects.toMatchObject({
        code: 'busy',
        cause: error,
        options: { headers: { 'Retry-After': '2' } },
      });
    }
  });

  it.each(Object.entries(CALLS))('every other fault stays as S3 gave it: %s', async (_, call) => {
    const { mock, store } = open();
    mock.onAnyCommand().rejects(fault('InvalidRequest'));
    await expect(call(store)).rejects.toMatchObject({ name: 'InvalidRequest' });
  });
});

describe('removing from S3', () => {
  const found = {
    Versions: [
      { Key: KEY, VersionId: '2' },
      { Key: KEY, VersionId: '1' },
      { Key: `${KEY}-2`, VersionId: '1' },
    ],
    DeleteMarkers: [{ Key: KEY, VersionId: '3' }],
  };

  it('removes every version and delete marker of the key, and of no other (deletion.steps)', async () => {
    const { mock, store } = open();
    mock.on(ListObjectVersionsCommand).resolves(found);
    mock.on(DeleteObjectsCommand).resolves({});
    await store.remove(KEY);
    const input = mock.commandCalls(DeleteObjectsCommand)[0]?.args[0].input;
    expect(input?.Bucket).toBe('originals');
    expect(input?.Delete?.Objects).toEqual(
      ['2', '1', '3'].map((VersionId) => ({ Key: KEY, VersionId })),
    );
  });

  it('continues with the next page by both markers', async () => {
    const { mock, store } = open();
    const next = { IsTruncated: true, NextKeyMarker: 'k', NextVersionIdMarker: 'v' };
    mock
      .on(ListObjectVersionsCommand)
      .resolvesOnce({ ...found, ...next })
      .resolves({});
    mock.on(DeleteObjectsCommand).resolves({});
    await store.removeAll('renditions/img_a/');
    const lists = mock.commandCalls(ListObjectVersionsCommand).map(({ args }) => args[0].input);
    expect(lists).toEqual([
      { Bucket: 'renditions', Prefix: 'renditions/img_a/' },
      {
        Bucket: 'renditions',
        Prefix: 'renditions/img_a/',
        KeyMarker: 'k',
        VersionIdMarker: 'v',
      },
    ]);
  });

  it.each([
    ['AccessDenied', { name: 'AccessDenied' }],
    ['SlowDown', { code: 'busy' }],
  ])('is not done where S3 answers 200 with the error %s', async (Code, thrown) => {
    const { mock, store } = open();
    mock.on(ListObjectVersionsCommand).resolves(found);
    mock.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: KEY, Code }] });
    await expect(store.remove(KEY)).rejects.toMatchObject(thrown);
    await expect(store.removeAll('img_a/')).rejects.toMatchObject(thrown);
  });

  it('is not done where versions may not be listed', async () => {
    const { mock, store } = open();
    mock.on(ListObjectVersionsCommand).rejects(fault('AccessDenied'));
    await expect(store.remove(KEY)).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  it('removes nothing where nothing is there', async () => {
    const { mock, store } = open();
    mock.on(ListObjectVersionsCommand).resolves({});
    await store.remove(KEY);
    expect(mock.commandCalls(DeleteObjectsCommand)).toHaveLength(0);
  });

  it.each(['', '/', '../', 'img_a//'])('refuses the prefix %j', async (prefix) => {
    const { mock, store } = open();
    await expect(store.removeAll(prefix)).rejects.toThrow(/key/);
    expect(mock.calls()).toHaveLength(0);
  });
});

describe('objects that a function needs no right to list for', () => {
  it('put, get and copy list nothing', async () => {
    const { mock, store } = open();
    mock.on(PutObjectCommand).resolves({});
    mock.on(GetObjectCommand).resolves({});
    mock.on(CopyObjectCommand).resolves({});
    for (const name of ['put', 'get', 'copy']) await CALLS[name]?.(store);
    expect(mock.calls()).toHaveLength(3);
  });
});
