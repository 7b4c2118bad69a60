import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/**
 * The client that the S3 adapter is made for, of the region and account that the environment names.
 * S3 asks callers to slow down while it spreads a prefix over more partitions: five tries with
 * growing random pauses are about a second. A call that hangs is given up. A body may take its
 * time: who reads it may be slow, so there is no bound on a socket that is idle.
 */
export function createS3Client(settings: S3ClientConfig = {}): S3Client {
  return new S3Client({
    maxAttempts: 5,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 5_000,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
    },
    ...settings,
  });
}
