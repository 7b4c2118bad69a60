import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/**
 * The client that the S3 adapter is made for, of the region and account that the environment names. S3 asks callers to slow down while it spreads a
 * prefix over more partitions: five tries with growing random pauses are about a second. A call that hangs is given up; a body may take its time.
 */
export function createS3Client(settings: S3ClientConfig = {}): S3Client {
  return new S3Client({
    maxAttempts: 5,
    retryMode: 'standard',
    requestHandler: { connectionTimeout: 1_000, socketTimeout: 5_000 },
    ...settings,
  });
}
