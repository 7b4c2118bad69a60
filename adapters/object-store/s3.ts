import {
  CopyObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { checkObjectKey, isRenditionObject } from '../../core/images/object-keys.ts';
import type { ObjectStore } from '../../core/ports.ts';
import { removeVersions } from './s3-versions.ts';

export interface Buckets {
  /** Versioned. */
  readonly originals: string;
  readonly renditions: string;
}

/** What S3 says of an object that isn't there, the last two without the permission to list (SECURITY promise 17). */
const MISSING = new Set(['NoSuchKey', 'NotFound', 'AccessDenied', 'Forbidden']);

async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (MISSING.has((error as Error).name)) return undefined;
    throw error;
  }
}

/** Objects in two buckets of S3, by what they are; a put is whole and durable when it is answered. */
export function createS3ObjectStore(client: S3Client, buckets: Buckets): ObjectStore {
  const bucketOf = (key: string): string => {
    checkObjectKey(key);
    return isRenditionObject(key) ? buckets.renditions : buckets.originals;
  };
  return {
    put: async (key, bytes, contentType) => {
      const object = { Bucket: bucketOf(key), Key: key, Body: bytes, ContentType: contentType };
      await client.send(new PutObjectCommand(object));
    },
    get: async (key) => {
      const object = { Bucket: bucketOf(key), Key: key };
      const found = await unlessMissing(client.send(new GetObjectCommand(object)));
      if (!found?.Body) return undefined;
      const body = found.Body as AsyncIterable<Uint8Array>;
      return { bytes: found.ContentLength ?? 0, body };
    },
    copy: async (from, to) => {
      const source = `${bucketOf(from)}/${encodeURIComponent(from)}`;
      const copy = { Bucket: bucketOf(to), Key: to, CopySource: source };
      return (await unlessMissing(client.send(new CopyObjectCommand(copy)))) !== undefined;
    },
    remove: (key) => removeVersions(client, bucketOf(key), key, (found) => found === key),
    removeAll: async (prefix) => {
      for (const bucket of Object.values(buckets)) {
        await removeVersions(client, bucket, prefix, () => true);
      }
    },
  };
}
