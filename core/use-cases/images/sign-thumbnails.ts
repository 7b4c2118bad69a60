import { unlessStorageFails } from '../../foundation/storage-fault.ts';
import type { Image } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';
import { createSecretText } from '../../projects/signing-secrets.ts';
import { thumbnailPath } from '../../projects/thumbnail-address.ts';
import type { Caller } from '../access/authenticate.ts';

type Needs = Pick<Services, 'clock' | 'cdnUrl' | 'randomBytes' | 'thumbnailSecrets'>;

/** The address of an image's thumbnail; null if this caller gets none. */
export type ThumbnailUrlOf = (image: Image) => string | null;

/**
 * Signs the addresses of thumbnails for a member of the caller's project (quotas.thumbnails). A
 * caller with an API key gets none, since thumbnails cost no quota. Nor does a member while the
 * storage can't keep the project's first key.
 */
export async function signThumbnails(
  { clock, cdnUrl, randomBytes, thumbnailSecrets }: Needs,
  caller: Caller,
): Promise<ThumbnailUrlOf> {
  if (!('role' in caller)) return () => null;
  const { projectId } = caller.project;
  const found = thumbnailSecrets.findOrAdd(projectId, createSecretText(randomBytes));
  const secret = await unlessStorageFails(found, () => undefined);
  const now = clock();
  return ({ imageId, takenDown }) =>
    secret === undefined || takenDown ? null : cdnUrl + thumbnailPath(imageId, secret, now);
}
