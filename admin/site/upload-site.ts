import {
  DeleteObjectsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { CACHE_CONTROL, type SiteFile } from '../../site/site-file.ts';

/** Side by side: files are small, and S3 answers each within some tens of milliseconds. */
const AT_ONCE = 16;
/** Amazon S3 API, DeleteObjects. */
const MAX_DELETED_AT_ONCE = 1_000;

async function put(client: S3Client, bucket: string, file: SiteFile): Promise<void> {
  const { key, contentType, life, body } = file;
  await client.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: body,
      ContentType: contentType,
      CacheControl: CACHE_CONTROL[life],
    }),
  );
}

async function putAll(client: S3Client, bucket: string, files: readonly SiteFile[]) {
  for (let at = 0; at < files.length; at += AT_ONCE) {
    await Promise.all(files.slice(at, at + AT_ONCE).map((file) => put(client, bucket, file)));
  }
}

/** Immutable files stay: pages that are open load them later. */
async function listStale(client: S3Client, bucket: string, files: readonly SiteFile[]) {
  const kept = new Set(files.map(({ key }) => key));
  const folders = files.flatMap(({ key, life }) =>
    life === 'immutable' ? [key.slice(0, key.lastIndexOf('/') + 1)] : [],
  );
  const stale: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
    for (const { Key = '' } of Contents) {
      const isAsset = folders.some((folder) => Key.startsWith(folder));
      if (!kept.has(Key) && !isAsset) stale.push(Key);
    }
  }
  return stale;
}

/**
 * Writes the files of a site, what pages load before the pages, and removes pages that are gone;
 * answers how many of each. Repeating it is safe.
 */
export async function uploadSite(
  client: S3Client,
  bucket: string,
  files: readonly SiteFile[],
): Promise<{ written: number; removed: number }> {
  const isPage = ({ key }: SiteFile) => key.endsWith('.html');
  const [pages, others] = [files.filter(isPage), files.filter((file) => !isPage(file))];
  await putAll(client, bucket, others);
  await putAll(client, bucket, pages);
  const stale = await listStale(client, bucket, files);
  for (let at = 0; at < stale.length; at += MAX_DELETED_AT_ONCE) {
    const Objects = stale.slice(at, at + MAX_DELETED_AT_ONCE).map((Key) => ({ Key }));
    const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
    const { Errors: [first] = [] } = await client.send(command);
    if (first) throw new Error(`${first.Key} could not be removed: ${first.Message}`);
  }
  return { written: files.length, removed: stale.length };
}
