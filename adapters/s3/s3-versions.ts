import { DeleteObjectsCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';
import { removeVersionsWith } from './remove-versions.ts';

const COMMANDS = { DeleteObjectsCommand, ListObjectVersionsCommand };

/** See removeVersionsWith. */
export function removeVersions(
  client: S3Client,
  bucket: string,
  prefix: string,
  isMatch: (key: string) => boolean,
): Promise<void> {
  return removeVersionsWith(COMMANDS, client, { bucket, prefix, isMatch });
}
