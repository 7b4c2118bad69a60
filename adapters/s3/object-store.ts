import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from '../../core/ports/images/object-store.ts';
import { type Buckets, createObjectStoreWith } from './object-store-with.ts';
import type { S3Commands } from './s3-commands.ts';

export type { Buckets } from './object-store-with.ts';

const COMMANDS: S3Commands = {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
};

/** See createObjectStoreWith. */
export function createS3ObjectStore(client: S3Client, buckets: Buckets): ObjectStore {
  return createObjectStoreWith(COMMANDS, client, buckets);
}
