import type {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';

/**
 * The commands of S3 that a store uses: given, so that a process loads the client of AWS only where
 * its objects are in S3.
 */
export interface S3Commands {
  readonly CopyObjectCommand: typeof CopyObjectCommand;
  readonly DeleteObjectsCommand: typeof DeleteObjectsCommand;
  readonly GetObjectCommand: typeof GetObjectCommand;
  readonly ListObjectVersionsCommand: typeof ListObjectVersionsCommand;
  readonly PutObjectCommand: typeof PutObjectCommand;
}
