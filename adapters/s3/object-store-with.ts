import type { S3Client } from '@aws-sdk/client-s3';
import { checkObjectKey, isRenditionObject } from '../../core/images/object-keys.ts';
import type { ObjectStore } from '../../core/ports/images/object-store.ts';
import { TIME_LIMITS, uploadMs } from '../aws-clients/time-limits.ts';
import { removeVersionsWith } from './remove-versions.ts';
import type { S3Commands } from './s3-commands.ts';
import { answerOf, isOtherwise, unlessMissing } from './s3-faults.ts';

/** Where the objects are. */
export interface Buckets {
  /** Versioned, or a store without versions. */
  readonly originals: string;
  /** May be the same. */
  readonly renditions: string;
  /** Before every key; empty, or ends with a slash. */
  readonly prefix?: string;
}

/** The limit of a request counts the time in which its body is sent. */
function sending({ length }: Uint8Array) {
  return { requestTimeout: TIME_LIMITS.function.S3Client.requestMs + uploadMs(length) };
}

/**
 * Objects in two buckets of S3, by their kind; a put is complete and durable when it is answered.
 * Only `remove` and `removeAll` need to list versions. Throws `busy` if S3 has no capacity.
 */
export function createObjectStoreWith(
  commands: S3Commands,
  client: S3Client,
  buckets: Buckets,
): ObjectStore {
  const { CopyObjectCommand, GetObjectCommand, PutObjectCommand } = commands;
  const { originals, renditions, prefix: start = '' } = buckets;
  const at = (key: string) => `${start}${key}`;
  const bucketOf = (key: string): string => {
    checkObjectKey(key);
    return isRenditionObject(key) ? renditions : originals;
  };
  /** A prefix above the renditions' own has objects of both kinds below it. */
  const bucketsBelow = (prefix: string): readonly string[] => [
    ...new Set(bucketOf(prefix) === renditions ? [renditions] : [originals, renditions]),
  ];
  return {
    put: async (key, bytes, contentType) => {
      const object = { Bucket: bucketOf(key), Key: at(key), Body: bytes, ContentType: contentType };
      await answerOf(client.send(new PutObjectCommand(object), sending(bytes)));
    },
    putNew: async (key, bytes, contentType) => {
      const object = { Bucket: bucketOf(key), Key: at(key), Body: bytes, ContentType: contentType };
      const command = new PutObjectCommand({ ...object, IfNoneMatch: '*' });
      try {
        await answerOf(client.send(command, sending(bytes)));
        return true;
      } catch (error) {
        if (isOtherwise(error)) return false; // it exists; or it is ours, after a lost response
        throw error;
      }
    },
    get: async (key) => {
      const object = { Bucket: bucketOf(key), Key: at(key) };
      const found = await unlessMissing(client.send(new GetObjectCommand(object)));
      if (!found?.Body) return undefined;
      const body = found.Body as AsyncIterable<Uint8Array>;
      return { bytes: found.ContentLength ?? 0, body };
    },
    copy: async (from, to) => {
      const source = `${bucketOf(from)}/${encodeURIComponent(at(from))}`;
      const copy = { Bucket: bucketOf(to), Key: at(to), CopySource: source };
      return (await unlessMissing(client.send(new CopyObjectCommand(copy)))) !== undefined;
    },
    remove: (key) =>
      removeVersionsWith(commands, client, {
        bucket: bucketOf(key),
        prefix: at(key),
        isMatch: (found) => found === at(key),
      }),
    removeAll: async (prefix) => {
      for (const bucket of bucketsBelow(prefix)) {
        await removeVersionsWith(commands, client, {
          bucket,
          prefix: at(prefix),
          isMatch: () => true,
        });
      }
    },
  };
}
