import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  PutBucketVersioningCommand,
} from '@aws-sdk/client-s3';
import { createS3Client } from '../../../adapters/s3/s3-client.ts';
import { removeVersions } from '../../../adapters/s3/s3-versions.ts';

/** One bucket without versions, under its own name. */
export async function createBucket() {
  const client = createS3Client({ forcePathStyle: true });
  const bucket = `incoming-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const remove = async () => {
    await removeVersions(client, bucket, '', () => true);
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
  };
  return { client, bucket, remove };
}

/** Two buckets as the stack makes them, the originals versioned, under names of their own. */
export async function createBuckets() {
  const client = createS3Client({ forcePathStyle: true });
  const id = randomUUID();
  const buckets = { originals: `originals-${id}`, renditions: `renditions-${id}` };
  const names = Object.values(buckets);
  for (const Bucket of names) await client.send(new CreateBucketCommand({ Bucket }));
  await client.send(
    new PutBucketVersioningCommand({
      Bucket: buckets.originals,
      VersioningConfiguration: { Status: 'Enabled' },
    }),
  );
  const remove = async () => {
    for (const Bucket of names) {
      await removeVersions(client, Bucket, '', () => true);
      await client.send(new DeleteBucketCommand({ Bucket }));
    }
  };
  return { client, buckets, remove };
}
