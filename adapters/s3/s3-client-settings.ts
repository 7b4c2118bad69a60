import type { S3ClientConfig } from '@aws-sdk/client-s3';

/**
 * Of every client of S3. S3 asks callers to slow down while it spreads a prefix over more
 * partitions: five attempts with growing random pauses are about a second. A call without a
 * response is given up. A body may take its time, because its reader may be slow, so an idle socket
 * has no time limit.
 */
export const S3_CLIENT_SETTINGS = {
  maxAttempts: 5,
  retryMode: 'standard',
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
    throwOnRequestTimeout: true,
    socketTimeout: 0,
  },
} as const satisfies S3ClientConfig;
