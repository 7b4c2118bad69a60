import type { S3Client as Client, GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { mayBeSvg, readTypeOfBytes } from '../../client/src/file-type.ts';
import { FIRST_BYTES } from '../../client/src/generated/file-types.ts';
import { CommandError } from '../command-error.ts';
import { MAX_IMAGE_BYTES, readBounded, tooLarge } from '../fetch/fetch-image.ts';
import { SourceFault } from '../fetch/source-fault.ts';
import { inParallel } from '../upload/in-parallel.ts';
import { NO_IMAGE } from '../upload/walk-folder.ts';
import { isImageName, pathColumns } from './folder-source.ts';
import type { ImportItem, ImportSource } from './import-source.ts';
import { countLeftOut } from './left-out.ts';
import { S3_SOURCE_LIMITS } from './s3-source-limits.ts';

const HEADS_AT_ONCE = 16;
/** The first bytes say what an object without an extension is. */
const FIRST_RANGE = `bytes=0-${FIRST_BYTES - 1}`;
/** These concern every object of a bucket. */
const OF_ALL = [
  'AccessDenied',
  'CredentialsProviderError',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'NoSuchBucket',
  'SignatureDoesNotMatch',
];

interface Found {
  readonly key: string;
  readonly size: number | undefined;
  readonly etag: string;
}

/** An error of a listing, which ends the import. */
function listFault(url: string, error: unknown): CommandError {
  const { name, message } = error as Error;
  const hint = 'Credentials, region and endpoint are those of the AWS environment.';
  const isCredential = OF_ALL.includes(name) && name !== 'NoSuchBucket';
  return new CommandError(
    isCredential ? 'credentials' : 'failed',
    `${url} cannot be listed: ${name}: ${message}`,
    hint,
  );
}

/** An error of one object; a rejected credential is one of all. */
function objectFault(url: string, error: unknown): Error {
  if (error instanceof SourceFault) return error;
  const { name, message, $metadata } = error as Error & {
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  const text = `${url} cannot be read: ${name}: ${message}`;
  if (OF_ALL.includes(name) && name !== 'AccessDenied')
    return new CommandError('credentials', text);
  const isChanged = $metadata?.httpStatusCode === 412;
  if (isChanged) return new SourceFault('changed', `${url} changed while it was imported.`);
  return new SourceFault(name, text, $metadata?.httpStatusCode === undefined);
}

/** Keys may have signs that XML lacks, so they are asked for in the form of URLs. */
function keyOf(key: string, encoding: string | undefined): string {
  return encoding === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
}

type Read = (found: Found, signal: AbortSignal, range?: string) => Promise<GetObjectCommandOutput>;

async function readAll(url: string, found: Found, read: Read, signal: AbortSignal): Promise<Blob> {
  try {
    if ((found.size ?? 0) > MAX_IMAGE_BYTES) throw tooLarge(url);
    const { Body } = await read(found, signal);
    return await readBounded(url, Body as AsyncIterable<Uint8Array>);
  } catch (error) {
    signal.throwIfAborted();
    throw objectFault(url, error);
  }
}

/** Whether the bytes of an object are an image's; a text is read to the element of an SVG. */
async function hasImageBytes(found: Found, read: Read, signal: AbortSignal): Promise<boolean> {
  const { Body } = await read(found, signal, FIRST_RANGE);
  const bytes = (await Body?.transformToByteArray()) as Uint8Array<ArrayBuffer>;
  const first = new Blob([bytes]);
  if ((await readTypeOfBytes(first)) !== undefined) return true;
  if (!mayBeSvg(bytes.buffer) || (found.size ?? 0) <= bytes.length) return false;
  return (await readTypeOfBytes(await readAll(found.key, found, read, signal))) !== undefined;
}

/**
 * Why an object is skipped; undefined for one to import. One whose first bytes can't be read says
 * why later.
 */
async function reasonToSkip(
  found: Found,
  read: Read,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (isImageName(found.key)) return undefined;
  if (found.size === 0) return found.key.endsWith('/') ? 'it is a folder' : 'the object is empty';
  if (pathColumns(found.key).extension !== '') return NO_IMAGE;
  try {
    return (await hasImageBytes(found, read, signal)) ? undefined : NO_IMAGE;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function itemOf(bucket: string, found: Found, read: Read): ImportItem {
  const { key, size, etag } = found;
  const path = pathColumns(key);
  const address = `s3://${bucket}/${key}`;
  return {
    key,
    address,
    name: path.file ?? key,
    ...(size === undefined ? {} : { size }),
    ...(etag === '' ? {} : { version: etag }),
    columns: { ...path, key, etag: etag.replaceAll('"', '') },
    open: (signal) => readAll(address, found, read, signal),
  };
}

/** The clients of a bucket. */
async function openBucket(bucket: string) {
  // no other command loads it
  const { GetObjectCommand, ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
  // servers other than S3 often know buckets by their path alone
  const client: Client = new S3Client({
    ...S3_SOURCE_LIMITS,
    forcePathStyle: true,
    followRegionRedirects: true,
  });
  const read: Read = ({ key, etag }, abortSignal, range) =>
    client.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(etag === '' ? {} : { IfMatch: etag }),
        ...(range === undefined ? {} : { Range: range }),
      }),
      { abortSignal },
    );
  async function* pages(prefix: string, abortSignal: AbortSignal): AsyncGenerator<Found[]> {
    for (let next: string | undefined; ; ) {
      const {
        Contents = [],
        EncodingType,
        NextContinuationToken,
      } = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          EncodingType: 'url',
          ContinuationToken: next,
        }),
        { abortSignal },
      );
      yield Contents.map(({ Key = '', Size: size, ETag: etag = '' }) => ({
        key: keyOf(Key, EncodingType),
        size,
        etag,
      }));
      next = NextContinuationToken;
      if (next === undefined) return;
    }
  }
  return { read, pages };
}

/**
 * The images below a prefix of a bucket, by the AWS credentials, region and endpoint of the
 * environment. The bucket of an AWS Dynamic Image Transformation is one.
 */
export function s3Source(url: string): ImportSource {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(url) ?? [];
  if (bucket === undefined) throw new CommandError('usage', `${url} must be s3://BUCKET/PREFIX.`);
  let skipped = countLeftOut();
  return {
    place: url,
    async *items(signal): AsyncGenerator<ImportItem> {
      skipped = countLeftOut();
      try {
        const { read, pages } = await openBucket(bucket);
        for await (const page of pages(prefix, signal)) {
          const reasons = new Map<Found, string>();
          await inParallel(page, { atOnce: HEADS_AT_ONCE, signal }, async (found) => {
            const reason = await reasonToSkip(found, read, signal);
            if (reason !== undefined) reasons.set(found, reason);
          });
          for (const one of page) {
            const reason = reasons.get(one);
            if (reason === undefined) yield itemOf(bucket, one, read);
            else skipped.add(one.key, reason);
          }
        }
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof CommandError ? error : listFault(url, error);
      }
    },
    leftOut: () => skipped.leftOut(),
  };
}
