import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { AccessLogs } from '../../core/ports/projects/access-logs.ts';
import { isOtherwise, unlessMissing } from './s3-faults.ts';

/** A truncated file fails its reader, and so does an interrupted response of S3. */
function unpacked(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = Readable.from(packed);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  gunzip.on('close', () => source.destroy());
  return source.pipe(gunzip);
}

/** The bucket for CloudFront's logs, which are compressed by gzip. */
export function createS3AccessLogs(client: S3Client, Bucket: string): AccessLogs {
  return {
    open: async ({ name: Key, etag }) => {
      const command = new GetObjectCommand({ Bucket, Key, IfMatch: `"${etag}"` });
      const found = await unlessMissing(client.send(command)).catch((error: Error) => {
        if (isOtherwise(error)) return undefined;
        throw error;
      });
      return found?.Body && unpacked(found.Body as AsyncIterable<Uint8Array>);
    },
  };
}
