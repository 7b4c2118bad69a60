import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type {
  Digest,
  ObjectArchive,
  ObjectSource,
  StoredFile,
} from '../../core/ports/images/object-archive.ts';
import { createFolderFiles } from '../folder/disk/folder-files.ts';
import { removeVersionsWith } from './remove-versions.ts';
import type { S3Commands } from './s3-commands.ts';

/** The commands of S3 that an archive uses; see S3Commands. */
export interface ArchiveCommands
  extends Pick<S3Commands, 'DeleteObjectsCommand' | 'ListObjectVersionsCommand'> {
  readonly GetObjectCommand: typeof GetObjectCommand;
  readonly HeadObjectCommand: typeof HeadObjectCommand;
  readonly ListObjectsV2Command: typeof ListObjectsV2Command;
  readonly PutObjectCommand: typeof PutObjectCommand;
}

/** Not those of a denied access: by them, every original would be lost. */
const MISSING = ['NoSuchKey', 'NotFound'];

async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (MISSING.includes((error as Error).name)) return undefined;
    throw error;
  }
}

async function digestBody(body: AsyncIterable<Uint8Array>): Promise<Digest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** A file as the service opens it. */
async function openStored({ root, path }: StoredFile) {
  return (await createFolderFiles(root).open(path))?.body;
}

async function readWhole(source: ObjectSource): Promise<Buffer | undefined> {
  const body = await (typeof source === 'function' ? source() : openStored(source));
  return body && buffer(body);
}

/**
 * The objects below a prefix of a bucket, which is empty or ends with a slash. An object that is
 * stored is held in memory: an original has at most 25 MB.
 */
export function createBucketArchive(
  commands: ArchiveCommands,
  client: S3Client,
  { bucket: Bucket, prefix }: { readonly bucket: string; readonly prefix: string },
): ObjectArchive {
  const at = (key: string) => ({ Bucket, Key: `${prefix}${key}` });
  const head = (key: string) => unlessMissing(client.send(new commands.HeadObjectCommand(at(key))));
  const open = async (key: string) => {
    const found = await unlessMissing(client.send(new commands.GetObjectCommand(at(key))));
    return found?.Body as AsyncIterable<Uint8Array> | undefined;
  };
  return {
    async *keys() {
      let next: string | undefined;
      do {
        const list = {
          Bucket,
          Prefix: prefix,
          ...(next === undefined ? {} : { ContinuationToken: next }),
        };
        const page: ListObjectsV2CommandOutput = await client.send(
          new commands.ListObjectsV2Command(list),
        );
        for (const { Key = '' } of page.Contents ?? []) yield Key.slice(prefix.length);
        next = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
    },
    source: (key) => () => open(key),
    digest: async (key) => {
      const body = await open(key);
      return body && digestBody(body);
    },
    size: async (key) => (await head(key))?.ContentLength,
    changedAt: async (key) => (await head(key))?.LastModified?.getTime(),
    store: async (source, key, { bytes, sha256 }, ContentType = 'application/octet-stream') => {
      const body = await readWhole(source);
      if (!body) return 'missing';
      const isDamaged =
        body.length !== (bytes ?? body.length) ||
        createHash('sha256').update(body).digest('hex') !== sha256;
      if (isDamaged) return 'damaged';
      const object = { ...at(key), Body: body, ContentType };
      await client.send(new commands.PutObjectCommand(object));
      return 'copied';
    },
    remove: (key) => {
      const { Key: whole } = at(key);
      const isMatch = (found: string) => found === whole;
      return removeVersionsWith(commands, client, { bucket: Bucket, prefix: whole, isMatch });
    },
  };
}
