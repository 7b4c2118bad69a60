import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { createAwsClient } from '../aws-clients/create-client.ts';
import type { CallerClients } from '../aws-clients/time-limits.ts';

/** A client of S3, for the region and account of the environment, with its caller's time limits. */
export function createS3Client(
  settings: S3ClientConfig = {},
  caller: keyof CallerClients = 'function',
): S3Client {
  return createAwsClient(caller, 'S3Client', S3Client, settings);
}
