import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
  type S3Client,
} from '@aws-sdk/client-s3';
import { CommandError } from '../../cli/command-error.ts';

type Page = ListObjectVersionsCommandOutput;

function versionsOf({ Versions, DeleteMarkers }: Page): ObjectIdentifier[] {
  return [...(Versions ?? []), ...(DeleteMarkers ?? [])].flatMap(({ Key, VersionId }) =>
    Key === undefined ? [] : [{ Key, ...(VersionId ? { VersionId } : {}) }],
  );
}

async function deleteVersions(client: S3Client, Bucket: string, Objects: ObjectIdentifier[]) {
  const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
  const { Errors = [] } = await client.send(command);
  const [first] = Errors;
  if (!first) return;
  const message = `${Errors.length} objects of ${Bucket} could not be deleted: ${first.Key}: ${first.Message ?? first.Code}`;
  throw new CommandError('notAllowed', message);
}

const isSame = (a: ObjectIdentifier | undefined, b: ObjectIdentifier | undefined) =>
  a !== undefined && a.Key === b?.Key && a.VersionId === b?.VersionId;

/**
 * Removes every version of every object, delete markers too; answers how many. Nothing if the
 * bucket doesn't exist.
 */
export async function emptyBucket(client: S3Client, bucket: string): Promise<number> {
  let count = 0;
  let before: ObjectIdentifier | undefined;
  try {
    for (;;) {
      // from the start each time: a marker of a version that is gone may pass over its neighbours
      const page = await client.send(new ListObjectVersionsCommand({ Bucket: bucket }));
      const versions = versionsOf(page); // as many as one deletion takes
      if (versions.length === 0) return count;
      const [first] = versions;
      if (isSame(first, before)) {
        const message = `${bucket} still lists ${first?.Key} after it was deleted.`;
        throw new CommandError('later', message, 'Run the command again.');
      }
      await deleteVersions(client, bucket, versions);
      count += versions.length;
      before = first;
    }
  } catch (error) {
    if ((error as Error).name !== 'NoSuchBucket') throw error;
    return count;
  }
}
