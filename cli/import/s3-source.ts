import { CommandError } from '../command-error.ts';
import { pathColumns } from './folder-source.ts';
import type { ImportItem, ImportSource } from './import-source.ts';

const IMAGE = /\.(jpe?g|png|webp|gif|avif)$/i;

/**
 * The images below a prefix of a bucket, by the AWS credentials, region and endpoint of the
 * environment. The bucket of an AWS Dynamic Image Transformation is one.
 */
export function s3Source(url: string): ImportSource {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(url) ?? [];
  if (bucket === undefined) throw new CommandError('usage', `${url} must be s3://BUCKET/PREFIX.`);
  return {
    place: url,
    async *items(): AsyncGenerator<ImportItem> {
      // no other command loads it
      const { GetObjectCommand, ListObjectsV2Command, S3Client } = await import(
        '@aws-sdk/client-s3'
      );
      // servers other than S3 often know buckets by their path alone
      const client = new S3Client({ forcePathStyle: true });
      const open = async (Key: string, abortSignal: AbortSignal) => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }), {
          abortSignal,
        });
        return new Blob([(await Body?.transformToByteArray()) as Uint8Array<ArrayBuffer>]);
      };
      let next: string | undefined;
      do {
        const page = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ContinuationToken: next,
        });
        const { Contents = [], NextContinuationToken } = await client.send(page);
        for (const { Key: key = '', Size: size, ETag: etag = '' } of Contents) {
          if (!IMAGE.test(key)) continue;
          const path = pathColumns(key);
          const columns = { ...path, key, etag: etag.replaceAll('"', '') };
          yield {
            key,
            address: `s3://${bucket}/${key}`,
            name: path.file ?? key,
            ...(size === undefined ? {} : { size }),
            columns,
            open: (signal) => open(key, signal),
          };
        }
        next = NextContinuationToken;
      } while (next !== undefined);
    },
  };
}
