import { join } from 'node:path';
import { createFolderArchive } from '../../adapters/folder/backup/folder-archive.ts';
import { createBucketArchive } from '../../adapters/s3/bucket-archive.ts';
import { CommandError } from '../../cli/command-error.ts';
import type { ObjectArchive } from '../../core/ports/images/object-archive.ts';
import { objectsPath } from '../../local/data-folder/data-paths.ts';
import { describePlaceFault, readObjectsMark } from '../../local/objects/check-place.ts';
import { openS3 } from '../../local/objects/s3-objects.ts';
import {
  describeObjectsPlace,
  type ObjectsPlace,
  readObjectsPlace,
} from '../../local/settings/objects-place.ts';

/** The objects in a data folder; those of a bucket see withBucket. */
export function openArchive(dataDir: string): ObjectArchive {
  return createFolderArchive(objectsPath(dataDir), join(dataDir, '.repairing'));
}

/** Reads `--objects`; throws a CommandError unless it is a place. */
export function readPlaceOption(text: string | undefined): ObjectsPlace | undefined {
  if (text === undefined || text === '') return undefined;
  const read = readObjectsPlace(text);
  if ('value' in read) return read.value;
  throw new CommandError('usage', `--objects must be ${read.expected}.`);
}

/**
 * Throws a CommandError unless the objects of a data folder are at this place: elsewhere every
 * original would be missing.
 */
export async function requirePlace(
  dataDir: string,
  place: ObjectsPlace | undefined,
): Promise<void> {
  const mark = readObjectsMark(dataDir);
  if (mark === (place && describeObjectsPlace(place))) return;
  const where = mark === undefined ? 'in the folder itself' : `in ${mark}`;
  const hint =
    mark === undefined
      ? 'Omit --objects and IMAGEWELL_OBJECTS.'
      : 'Give the --objects, or the variable IMAGEWELL_OBJECTS, of the service.';
  throw new CommandError('usage', `The image files of ${dataDir} are ${where}.`, hint);
}

/** Runs with the objects of a bucket; its faults are CommandErrors with a sentence. */
export async function withBucket<T>(
  place: ObjectsPlace,
  act: (archive: ObjectArchive) => Promise<T>,
): Promise<T> {
  const { sdk, client } = await openS3(place, 'command');
  try {
    const archive = createBucketArchive(sdk, client, place);
    await archive.keys().next(); // a wrong bucket is known before any work
    return await act(archive);
  } catch (error) {
    const isOfBucket = error instanceof sdk.S3ServiceException || isOfNetwork(error);
    throw isOfBucket ? new CommandError('failed', describePlaceFault(place, error)) : error;
  } finally {
    client.destroy();
  }
}

function isOfNetwork(error: unknown): boolean {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  const isSilent = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'];
  return ['TimeoutError', 'CredentialsProviderError'].includes(name) || isSilent.includes(code);
}

/** The same with the objects of a folder or, with a place, of a bucket. */
export async function withArchive<T>(
  dataDir: string,
  place: ObjectsPlace | undefined,
  act: (archive: ObjectArchive) => Promise<T>,
): Promise<T> {
  return place === undefined ? act(openArchive(dataDir)) : withBucket(place, act);
}
