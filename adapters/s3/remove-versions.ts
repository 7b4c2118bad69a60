import type { ListObjectVersionsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { S3Commands } from './s3-commands.ts';
import { answerOf, orBusy } from './s3-faults.ts';

type VersionCommands = Pick<S3Commands, 'DeleteObjectsCommand' | 'ListObjectVersionsCommand'>;

/** The versions that are to be removed. */
export interface RemovedVersions {
  readonly bucket: string;
  readonly prefix: string;
  isMatch(key: string): boolean;
}

interface Version {
  readonly Key: string;
  readonly VersionId?: string;
}

function versionsIn(
  { Versions = [], DeleteMarkers = [] }: ListObjectVersionsCommandOutput,
  isMatch: (key: string) => boolean,
): Version[] {
  return [...Versions, ...DeleteMarkers].flatMap(({ Key, VersionId }) => {
    if (Key === undefined || !isMatch(Key)) return [];
    return [{ Key, ...(VersionId === undefined ? {} : { VersionId }) }];
  });
}

async function removeBatch(
  { DeleteObjectsCommand }: VersionCommands,
  client: S3Client,
  Bucket: string,
  Objects: Version[],
): Promise<void> {
  if (Objects.length === 0) return;
  const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
  const { Errors = [] } = await answerOf(client.send(command)); // S3 answers 200 with them
  const [first] = Errors;
  if (!first) return;
  const error = new Error(`${Errors.length} objects were not removed: ${first.Code}`);
  error.name = first.Code ?? 'Error';
  throw orBusy(error);
}

/**
 * Removes all versions and delete markers of the matching keys below a prefix, page by page. A
 * page has at most 1,000, the maximum of one removal.
 */
export async function removeVersionsWith(
  commands: VersionCommands,
  client: S3Client,
  { bucket: Bucket, prefix: Prefix, isMatch }: RemovedVersions,
): Promise<void> {
  let next: Pick<ListObjectVersionsCommandOutput, 'NextKeyMarker' | 'NextVersionIdMarker'> = {};
  for (;;) {
    const markers = {
      ...(next.NextKeyMarker ? { KeyMarker: next.NextKeyMarker } : {}),
      ...(next.NextVersionIdMarker ? { VersionIdMarker: next.NextVersionIdMarker } : {}),
    };
    const list = new commands.ListObjectVersionsCommand({ Bucket, Prefix, ...markers });
    const page = await answerOf(client.send(list));
    await removeBatch(commands, client, Bucket, versionsIn(page, isMatch));
    if (!page.IsTruncated) return;
    next = page;
  }
}
