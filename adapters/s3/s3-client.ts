import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/**
 * The client of the S3 adapter, for the region and account of the environment. S3 asks callers to
 * slow down while it spreads a prefix over more partitions: five attempts with growing random
 * pauses are about a second. A call without a response is given up. A body may take its time,
 * because its reader may be slow, so an idle socket has no time limit.
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
