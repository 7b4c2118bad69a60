import { DeleteObjectCommand, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { IncomingObjects } from '../../core/ports/uploads/incoming-objects.ts';
import { answerOf, isOtherwise, unlessMissing } from './s3-faults.ts';

/** A bucket without versions; the keys of its objects are the temporary images' ids. */
export function createS3IncomingObjects(client: S3Client, Bucket: string): IncomingObjects {
  return {
    get: async (Key, etag) => {
      const command = new GetObjectCommand({ Bucket, Key, IfMatch: `"${etag}"` });
      const found = await unlessMissing(client.send(command)).catch((error: Error) => {
        if (isOtherwise(error)) return undefined;
        throw error;
      });
      if (!found?.Body) return undefined;
      return { bytes: found.ContentLength ?? 0, body: found.Body as AsyncIterable<Uint8Array> };
    },
    remove: async (Key) => {
      await answerOf(client.send(new DeleteObjectCommand({ Bucket, Key })));
    },
  };
}
