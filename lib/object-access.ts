import {
  originalObjectKey,
  renditionObjectPrefix,
  TEMPORARY_PREFIX,
} from '../core/images/object-keys.ts';
import type { FunctionName } from './functions.ts';

/** Permissions on the objects whose keys have this form. */
export interface ObjectAccess {
  readonly bucket: 'originals' | 'renditions' | 'incoming' | 'accessLogs';
  readonly actions: readonly `s3:${string}`[];
  /** Key patterns, `*` for any text. */
  readonly keys: readonly string[];
  /** Prefixes below which it may list all versions: a removal must name its version. */
  readonly listed?: readonly string[];
}

/** The prefix of the CDN's logs. */
export const ACCESS_LOGS_PREFIX = 'cdn/';

const ANY_TEMPORARY = `${TEMPORARY_PREFIX}*` as const;
const ANY_IMAGE = 'img_*';

const TEMPORARY_ORIGINALS = originalObjectKey(ANY_TEMPORARY);
const IMAGE_ORIGINALS = originalObjectKey(ANY_IMAGE);
const IMAGE_RENDITIONS = `${renditionObjectPrefix(ANY_IMAGE)}*`;
const TEMPORARY_RENDITIONS = `${ANY_TEMPORARY}/renditions/*`;
const RENDITIONS = [IMAGE_RENDITIONS, TEMPORARY_RENDITIONS];

/** Amazon S3 API, DeleteObjects: always the first, and the second if a version is named. */
const REMOVE = ['s3:DeleteObject', 's3:DeleteObjectVersion'] as const;
/** The purge searches both buckets for all objects of an image. */
const EVERYTHING = [...RENDITIONS, TEMPORARY_ORIGINALS, IMAGE_ORIGINALS];

/** THE permissions of each function on the objects. */
export const OBJECT_ACCESS: Readonly<Record<FunctionName, readonly ObjectAccess[]>> = {
  // removes its stored object if the project's limit is reached
  'upload-temporary-image': [
    {
      bucket: 'originals',
      actions: ['s3:PutObject', ...REMOVE],
      keys: [TEMPORARY_ORIGINALS],
      listed: [TEMPORARY_ORIGINALS],
    },
  ],
  'upload-from-url': [
    {
      bucket: 'originals',
      actions: ['s3:PutObject', ...REMOVE],
      keys: [TEMPORARY_ORIGINALS],
      listed: [TEMPORARY_ORIGINALS],
    },
  ],
  // used by its forms, one key each: S3 checks the signer's permission
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
  // reads no rendition: it leaves existing ones
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
  'classify-images': [{ bucket: 'originals', actions: ['s3:GetObject'], keys: [IMAGE_ORIGINALS] }],
  'deliver-webhooks': [],
  // never an image's file: the purge worker removes a refused save's copy
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
