import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { S3_CLIENT_SETTINGS } from './s3-client-settings.ts';

/** The client of the S3 adapter, for the region and account of the environment. */
export function createS3Client(settings: S3ClientConfig = {}): S3Client {
  return new S3Client({ ...S3_CLIENT_SETTINGS, ...settings });
}
