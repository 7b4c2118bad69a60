import {
  CreateBucketCommand,
  DeleteBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import { uploadSite } from '../../admin/site/upload-site.ts';
import { emptyBucket } from '../../admin/stacks/empty-bucket.ts';
import type { SiteFile } from '../../site/site-file.ts';

const BUCKET = 'site-upload-test';
const client = createS3Client({ forcePathStyle: true });

function file(key: string, life: SiteFile['life'], text = key): SiteFile {
  const contentType = key.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript';
  return { key, contentType, life, body: Buffer.from(text) };
}

async function listKeys(): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  return Contents.map(({ Key = '' }) => Key).sort();
}

describe('the upload of the site into a bucket', () => {
  beforeAll(() => client.send(new CreateBucketCommand({ Bucket: BUCKET })));
  afterAll(async () => {
    await emptyBucket(client, BUCKET);
    await client.send(new DeleteBucketCommand({ Bucket: BUCKET }));
  });

  it('writes each file with its type and its cache lifetime (site.distribution)', async () => {
    const files = [
      file('console/index.html', 'revalidated', '<p>one</p>'),
      file('console/assets/a-1.js', 'immutable'),
      file('docs/old.html', 'revalidated'),
    ];
    expect(await uploadSite(client, BUCKET, files)).toEqual({ written: 3, removed: 0 });
    const read = async (Key: string) => {
      const found = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
      return [found.ContentType, found.CacheControl, await found.Body?.transformToString()];
    };
    expect(await read('console/index.html')).toEqual([
      'text/html; charset=utf-8',
      'no-cache',
      '<p>one</p>',
    ]);
    expect(await read('console/assets/a-1.js')).toEqual([
      'text/javascript',
      'public, max-age=31536000, immutable',
      'console/assets/a-1.js',
    ]);
  });

  it('removes pages that are gone, keeps assets of open pages, and may be repeated', async () => {
    const files = [
      file('console/index.html', 'revalidated', '<p>two</p>'),
      file('console/assets/a-2.js', 'immutable'),
    ];
    expect(await uploadSite(client, BUCKET, files)).toEqual({ written: 2, removed: 1 });
    const kept = ['console/assets/a-1.js', 'console/assets/a-2.js', 'console/index.html'];
    expect(await listKeys()).toEqual(kept);
    expect(await uploadSite(client, BUCKET, files)).toEqual({ written: 2, removed: 0 });
    expect(await listKeys()).toEqual(kept);
  });
});
