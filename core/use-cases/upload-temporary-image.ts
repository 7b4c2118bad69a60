import { createHash } from 'node:crypto';
import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { cleanFilename } from '../images/filename.ts';
import { encodeIdBytes, type ImageId, type TemporaryImageId } from '../images/ids.ts';
import type { PictureFacts, TemporaryImage } from '../images/image-states.ts';
import { imagePath } from '../images/image-url.ts';
import { originalObjectKey } from '../images/object-keys.ts';
import type { Services } from '../ports.ts';
import { FORMATS } from '../transform/formats.ts';
import { type AcceptedPicture, acceptPicture } from './accept-picture.ts';
import type { Caller } from './authenticate.ts';

type Needs = Pick<
  Services,
  'clock' | 'randomBytes' | 'images' | 'objects' | 'imageEngine' | 'abandonProcess' | 'cdnUrl'
>;

export interface Upload {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  /** The header as it came. */
  readonly originalFilename: string | undefined;
}

function describePicture(accepted: AcceptedPicture, filename: string | undefined): PictureFacts {
  return {
    ...accepted.facts,
    format: accepted.format,
    bytes: accepted.bytes.length,
    sha256: createHash('sha256').update(accepted.bytes).digest('hex'),
    originalFilename: cleanFilename(filename),
  };
}

async function keepTemporaryImage(
  { objects, images }: Needs,
  image: TemporaryImage,
  bytes: Uint8Array,
): Promise<void> {
  const objectKey = originalObjectKey(image.temporaryImageId);
  await objects.put(objectKey, bytes, FORMATS[image.format].contentType);
  const limits = {
    maxCount: LIMITS.maxLiveTemporaryImages,
    maxBytes: LIMITS.maxLiveTemporaryBytes,
  };
  if ((await images.addTemporaryImage(image, limits, image.createdAt)) === 'added') return;
  await objects.remove(objectKey);
  throw new ServiceError('upload_limit_exceeded', {
    detail: `A project has at most ${limits.maxCount} temporary images that are neither saved nor ended, and ${limits.maxBytes} bytes of them.`,
    headers: { 'Retry-After': '3600' }, // the oldest of them ends within the hour at a steady rate
  });
}

/** Accepts, cleans and keeps an uploaded picture for a day (SPECIFICATION 4.1; CONTRACT section 4). */
export async function uploadTemporaryImage(
  services: Needs,
  caller: Caller,
  upload: Upload,
): Promise<{ temporaryImageUrl: string; expiresAt: string }> {
  const accepted = await acceptPicture(services, upload.bytes, upload.contentType);
  const now = services.clock();
  const temporaryImageId: TemporaryImageId = `tmp_${encodeIdBytes(services.randomBytes(26))}`;
  const imageId: ImageId = `img_${encodeIdBytes(services.randomBytes(26))}`;
  const image: TemporaryImage = {
    ...describePicture(accepted, upload.originalFilename),
    temporaryImageId,
    imageId,
    projectId: caller.project.projectId,
    accountId: caller.project.accountId,
    state: 'temporary',
    createdAt: now,
    expiresAt: now + LIMITS.temporaryLifeMs,
    isSaved: false,
  };
  await keepTemporaryImage(services, image, accepted.bytes);
  return {
    temporaryImageUrl: services.cdnUrl + imagePath(temporaryImageId, image.format),
    expiresAt: new Date(image.expiresAt).toISOString(),
  };
}
