import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../adapters/folder/disk/disk-faults.ts';
import { syncFolder, writeDurably } from '../../adapters/folder/disk/folder-files.ts';
import { readStoredText } from '../../adapters/folder/disk/stored-json.ts';
import { removeVersionsWith } from '../../adapters/s3/remove-versions.ts';
import { objectsMarkPath, objectsPath } from '../data-folder/data-paths.ts';
import { describeObjectsPlace, type ObjectsPlace } from '../settings/objects-place.ts';
import { openS3 } from './s3-objects.ts';

/** The image files can't be where they were to be; its message is a sentence. */
export class ObjectsFaultError extends Error {
  override readonly name = 'ObjectsFaultError';
}

const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
  NotFound: 'the bucket does not exist',
  AccessDenied: 'access is denied; it needs to get, put, delete and list objects and versions',
  InvalidAccessKeyId: 'the access key is unknown; set AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'the secret key is wrong; set AWS_SECRET_ACCESS_KEY',
  CredentialsProviderError: 'no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  PermanentRedirect: 'the bucket is in another region; add region to the URL',
};

function reasonOf(error: unknown): string {
  const { name, code = '', message } = error as Error & { readonly code?: string };
  const isSilent = /^E[A-Z]+$/.test(code) || name === 'TimeoutError';
  return REASONS[name] ?? (isSilent ? `no answer (${code || name})` : `${name}: ${message}`);
}

const unusable = (place: ObjectsPlace, reason: string) =>
  `${describeObjectsPlace(place)} cannot be used: ${reason}.`;

/** The sentence for a failure of a store. */
export function describePlaceFault(place: ObjectsPlace, error: unknown): string {
  return unusable(place, reasonOf(error));
}

/**
 * Writes, reads and removes a small object as images are. So a start without the permissions, or a
 * store without conditional writes, is refused. Throws an ObjectsFaultError.
 */
async function checkBucket(place: ObjectsPlace): Promise<void> {
  const { bucket: Bucket, prefix } = place;
  const Key = `${prefix}start-check/${randomUUID()}`;
  let isReplaced = false;
  try {
    const { sdk, client } = await openS3(place);
    const put = () =>
      client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: 'check', IfNoneMatch: '*' }));
    await put();
    isReplaced = await put().then(
      () => true,
      (error: Error) => {
        if (error.name === 'PreconditionFailed') return false;
        throw error;
      },
    );
    await client.send(new sdk.GetObjectCommand({ Bucket, Key })).then(async ({ Body }) => {
      await Body?.transformToByteArray();
    });
    await removeVersionsWith(sdk, client, { bucket: Bucket, prefix: Key, isMatch: () => true });
    client.destroy();
  } catch (error) {
    throw new ObjectsFaultError(describePlaceFault(place, error));
  }
  if (!isReplaced) return;
  const reason = 'the store ignores If-None-Match, by which no image replaces another';
  throw new ObjectsFaultError(unusable(place, reason));
}

async function hasFiles(dataDir: string): Promise<boolean> {
  try {
    const names = await readdir(objectsPath(dataDir));
    return names.some((name) => !name.startsWith('.'));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * The place of the objects of a data folder, as its service noted it; undefined: the folder. Throws
 * an ObjectsFaultError for a damaged note.
 */
export function readObjectsMark(dataDir: string): string | undefined {
  const path = objectsMarkPath(dataDir);
  const read = readStoredText(path);
  if (read.fault === undefined) return read.value.trim();
  if (read.fault === 'missing') return undefined;
  throw new ObjectsFaultError(
    `${path} ${read.fault.words}; write the URL of the bucket to it, as s3://BUCKET.`,
  );
}

/** Notes the place of the objects of a data folder, durably. */
export async function writeObjectsMark(dataDir: string, place: ObjectsPlace): Promise<void> {
  const fresh = join(dataDir, `.objects-place-${randomUUID()}`);
  try {
    await writeDurably(fresh, `${describeObjectsPlace(place)}\n`);
    await rename(fresh, objectsMarkPath(dataDir));
  } finally {
    await rm(fresh, { force: true });
  }
  await syncFolder(dataDir);
}

/**
 * Refuses a start that would look for the images of a data folder in another place, or in a bucket
 * that can't be used. The folder remembers its bucket from the first start on. Throws an
 * ObjectsFaultError.
 */
export async function claimObjectsPlace(
  dataDir: string,
  place: ObjectsPlace | undefined,
): Promise<void> {
  const requested = place && describeObjectsPlace(place);
  const mark = readObjectsMark(dataDir);
  if (mark !== undefined && mark !== requested) {
    const next =
      'start with the same --objects, or move the files and remove the file objects-place';
    throw new ObjectsFaultError(`the image files of ${dataDir} are in ${mark}; ${next}.`);
  }
  if (place === undefined) return;
  if (mark === undefined && (await hasFiles(dataDir))) {
    const next = `copy ${objectsPath(dataDir)} to the store, then move that folder away`;
    throw new ObjectsFaultError(`${dataDir} has image files of its own; ${next}.`);
  }
  await checkBucket(place);
  if (mark === undefined) await writeObjectsMark(dataDir, place);
}
