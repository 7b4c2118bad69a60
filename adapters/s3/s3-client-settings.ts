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

/**
 * Of an operator's commands that send originals. The time limit of a request includes its body:
 * 25 MB in two minutes are 1.7 Mbit/s.
 */
export const PATIENT_S3_CLIENT_SETTINGS = {
  ...S3_CLIENT_SETTINGS,
  requestHandler: {
    ...S3_CLIENT_SETTINGS.requestHandler,
    connectionTimeout: 5_000,
    requestTimeout: 120_000,
  },
} as const satisfies S3ClientConfig;
