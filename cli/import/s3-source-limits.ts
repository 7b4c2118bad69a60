/**
 * The time limits of an operator's commands, in milliseconds, as adapters/aws-clients has them.
 * This program contains nothing of the adapters: a test compares the two.
 */
export const S3_SOURCE_LIMITS = {
  maxAttempts: 6,
  requestHandler: {
    connectionTimeout: 5_000,
    requestTimeout: 120_000,
    throwOnRequestTimeout: true,
    socketTimeout: 60_000,
  },
} as const;
