import { randomBytes } from 'node:crypto';
import type { ImageId } from '../../../core/images/ids.ts';
import type { Image, TemporaryImage } from '../../../core/images/image-states.ts';
import { originalObjectKey } from '../../../core/images/object-keys.ts';
import type { Services } from '../../../core/ports/services.ts';
import { createKey, hashKey, SCOPES } from '../../../core/projects/credentials.ts';
import { TEMPORARY_LIMITS } from '../../../core/use-cases/uploads/temporary-limits.ts';
import { makeImage, makeTemporary } from '../../contract/image-store.ts';

/** An API key and an upload key of a project. */
export async function addKeys({ keys, clock }: Services, projectId: string) {
  const [apiKey, uploadKey] = [createKey('private_', randomBytes), createKey('upl_', randomBytes)];
  const recordOf = (key: string) => ({
    keyId: `key_${hashKey(key).slice(0, 26)}`,
    projectId,
    name: 'k',
    lastFour: key.slice(-4),
    createdAt: clock(),
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    replacedBy: null,
    createdBy: null,
  });
  await keys.addApiKey(hashKey(apiKey), { ...recordOf(apiKey), scopes: SCOPES });
  await keys.addUploadKey(hashKey(uploadKey), recordOf(uploadKey));
  return { apiKey, uploadKey };
}

/** Bytes that are never decoded. */
const IMAGE = new Uint8Array([1]);

interface Uploaded {
  readonly temporary: TemporaryImage;
  /** The image after a save. */
  readonly image: Image;
}

/** A temporary image of a project, its bytes stored; `createdAt` is now unless it is given. */
export async function uploadTemporary(
  services: Services,
  projectId: string,
  createdAt = services.clock(),
): Promise<Uploaded> {
  const { accountId } = (await services.projects.getProject(projectId)) ?? { accountId: '' };
  const temporary = makeTemporary(projectId, {
    accountId,
    createdAt,
    expiresAt: createdAt + 3_600_000,
    bytes: IMAGE.length,
  });
  const key = originalObjectKey(temporary.temporaryImageId);
  await services.objects.put(key, IMAGE, 'image/jpeg');
  await services.images.addTemporaryImage(temporary, TEMPORARY_LIMITS, createdAt);
  return { temporary, image: makeImage(temporary, { createdAt, bytes: IMAGE.length }) };
}

/** Gives an image other bytes, stored; its former ones are not purged. */
export async function replaceBytes(
  services: Services,
  image: Image,
  createdAt = services.clock(),
): Promise<void> {
  const { temporary } = await uploadTemporary(services, image.projectId, createdAt);
  await services.objects.put(originalObjectKey(temporary.imageId), IMAGE, 'image/jpeg');
  const { metadata, focalPoint } = image;
  const replacement = { image, temporary, metadata, focalPoint, review: undefined };
  await services.images.replaceOriginal({ ...replacement, now: createdAt });
}

/** Saved images of a project, their bytes stored. */
export async function storeImages(
  services: Services,
  projectId: string,
  count: number,
  createdAt = services.clock(),
): Promise<ImageId[]> {
  const ids: ImageId[] = [];
  for (let at = 0; at < count; at += 1) {
    const { image } = await uploadTemporary(services, projectId, createdAt);
    await services.objects.put(originalObjectKey(image.imageId), IMAGE, 'image/jpeg');
    await services.images.saveImage(image, { maxImages: null }, createdAt);
    ids.push(image.imageId);
  }
  return ids;
}
