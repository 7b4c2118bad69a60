import { S3Client } from '@aws-sdk/client-s3';

/** A client of S3 at an emulator, which takes any region and any credentials. */
export function openEmulatedS3(endpoint: string): S3Client {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
}
