import {
  CopyObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { checkObjectKey, isRenditionObject } from '../../core/images/object-keys.ts';
import type { ObjectStore } from '../../core/ports/images/object-store.ts';
import { answerOf, isOtherwise, unlessMissing } from './s3-faults.ts';
import { removeVersions } from './s3-versions.ts';

export interface Buckets {
  /** Versioned. */
  readonly originals: string;
  readonly renditions: string;
}

/**
 * Objects in two buckets of S3, by their kind; a put is complete and durable when it is answered.
 * Only `remove` and `removeAll` need to list versions. Throws `busy` if S3 has no capacity.
 */
export function createS3ObjectStore(client: S3Client, buckets: Buckets): ObjectStore {
  const bucketOf = (key: string): string => {
    checkObjectKey(key);
    return isRenditionObject(key) ? buckets.renditions : buckets.originals;
  };
  /** A prefix above the renditions' own has objects of both kinds below it. */
  const bucketsBelow = (prefix: string): readonly string[] =>
    bucketOf(prefix) === buckets.renditions ? [buckets.renditions] : Object.values(buckets);
  return {
    put: async (key, bytes, contentType) => {
      const object = { Bucket: bucketOf(key), Key: key, Body: bytes, ContentType: contentType };
      await answerOf(client.send(new PutObjectCommand(object)));
    },
    putNew: async (key, bytes, contentType) => {
      const object = { Bucket: bucketOf(key), Key: key, Body: bytes, ContentType: contentType };
      const command = new PutObjectCommand({ ...object, IfNoneMatch: '*' });
      try {
        await answerOf(client.send(command));
        return true;
      } catch (error) {
        if (isOtherwise(error)) return false; // it exists; or it is ours, after a lost response
        throw error;
      }
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
      for (const bucket of bucketsBelow(prefix)) {
        await removeVersions(client, bucket, prefix, () => true);
      }
    },
  };
}
