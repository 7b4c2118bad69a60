import {
  originalObjectKey,
  renditionObjectPrefix,
  TEMPORARY_PREFIX,
} from '../core/images/object-keys.ts';
import type { FunctionName } from './functions.ts';

/** Rights on the objects whose keys have this form. */
export interface ObjectAccess {
  readonly bucket: 'originals' | 'renditions' | 'incoming' | 'accessLogs';
  readonly actions: readonly `s3:${string}`[];
  /** Key patterns, `*` for any text. */
  readonly keys: readonly string[];
  /** Prefixes below which it may list all versions: what removes one must name its version. */
  readonly listed?: readonly string[];
}

/** Below which the CDN writes its logs. */
export const ACCESS_LOGS_PREFIX = 'cdn/';

const ANY_TEMPORARY = `${TEMPORARY_PREFIX}*` as const;
const ANY_IMAGE = 'img_*';

const TEMPORARY_ORIGINALS = originalObjectKey(ANY_TEMPORARY);
const IMAGE_ORIGINALS = originalObjectKey(ANY_IMAGE);
const IMAGE_RENDITIONS = `${renditionObjectPrefix(ANY_IMAGE)}*`;
const TEMPORARY_RENDITIONS = `${ANY_TEMPORARY}/renditions/*`;
const RENDITIONS = [IMAGE_RENDITIONS, TEMPORARY_RENDITIONS];

/** Amazon S3 API, DeleteObjects: the first always, the second where a version is named. */
const REMOVE = ['s3:DeleteObject', 's3:DeleteObjectVersion'] as const;
/** The purge looks for all that a picture has in both buckets. */
const EVERYTHING = [...RENDITIONS, TEMPORARY_ORIGINALS, IMAGE_ORIGINALS];

/** THE rights of each function on the objects. */
export const OBJECT_ACCESS: Readonly<Record<FunctionName, readonly ObjectAccess[]>> = {
  // takes back what it stored where the project's limit is reached
  'upload-temporary-image': [
    {
      bucket: 'originals',
      actions: ['s3:PutObject', ...REMOVE],
      keys: [TEMPORARY_ORIGINALS],
      listed: [TEMPORARY_ORIGINALS],
    },
  ],
  // lent by its forms, one key each: S3 asks whether their signer may write
  'upload-key-calls': [{ bucket: 'incoming', actions: ['s3:PutObject'], keys: [ANY_TEMPORARY] }],
  // a copy within the bucket, no bytes through the function
  'save-temporary-image': [
    { bucket: 'originals', actions: ['s3:GetObject'], keys: [TEMPORARY_ORIGINALS] },
    { bucket: 'originals', actions: ['s3:PutObject'], keys: [IMAGE_ORIGINALS] },
  ],
  'update-image-metadata': [],
  'delete-image': [],
  'api-key-calls': [],
  'account-and-team-calls': [],
  'project-calls': [],
  'project-key-calls': [],
  'webhook-calls': [],
  'render-image': [
    {
      bucket: 'originals',
      actions: ['s3:GetObject'],
      keys: [TEMPORARY_ORIGINALS, IMAGE_ORIGINALS],
    },
    {
      bucket: 'renditions',
      actions: ['s3:GetObject', 's3:PutObject', ...REMOVE],
      keys: RENDITIONS,
      listed: RENDITIONS,
    },
  ],
  // reads no rendition: what is there it leaves
  'render-queued': [
    { bucket: 'originals', actions: ['s3:GetObject'], keys: [IMAGE_ORIGINALS] },
    {
      bucket: 'renditions',
      actions: ['s3:PutObject', ...REMOVE],
      keys: [IMAGE_RENDITIONS],
      listed: [IMAGE_RENDITIONS],
    },
  ],
  'purge-image': [
    {
      bucket: 'originals',
      actions: REMOVE,
      keys: [TEMPORARY_ORIGINALS, IMAGE_ORIGINALS],
      listed: EVERYTHING,
    },
    { bucket: 'renditions', actions: REMOVE, keys: RENDITIONS, listed: EVERYTHING },
  ],
  'accept-direct-upload': [
    { bucket: 'incoming', actions: ['s3:GetObject', 's3:DeleteObject'], keys: [ANY_TEMPORARY] },
    {
      bucket: 'originals',
      actions: ['s3:GetObject', 's3:PutObject', ...REMOVE],
      keys: [TEMPORARY_ORIGINALS],
      listed: [TEMPORARY_ORIGINALS],
    },
  ],
  'check-sign-up': [],
  'meter-access-logs': [
    { bucket: 'accessLogs', actions: ['s3:GetObject'], keys: [`${ACCESS_LOGS_PREFIX}*`] },
  ],
  'queue-purges': [],
  'requeue-purges': [],
  'publish-events': [],
  'deliver-webhooks': [],
  // never a picture of an image: what a refused save has left there is the purge's
  'sweep-temporary-images': [
    {
      bucket: 'originals',
      actions: REMOVE,
      keys: [TEMPORARY_ORIGINALS],
      listed: [TEMPORARY_ORIGINALS],
    },
    {
      bucket: 'renditions',
      actions: REMOVE,
      keys: [TEMPORARY_RENDITIONS],
      listed: [TEMPORARY_RENDITIONS],
    },
  ],
};
