import type { InputOf } from '../../api/call-types.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { isStorageFull } from '../../foundation/storage-fault.ts';
import { ValidationTimeoutError } from '../../foundation/upload-errors.ts';
import { TIMED_OUT, withinDeadline } from '../../foundation/within-deadline.ts';
import { filenameOfHeader } from '../../images/filename.ts';
import { encodeIdBytes, type ImageId, type TemporaryImageId } from '../../images/ids.ts';
import type { TemporaryImage } from '../../images/image-states.ts';
import { imagePath } from '../../images/image-url.ts';
import { originalObjectKey } from '../../images/object-keys.ts';
import type { Services } from '../../ports/services.ts';
import { temporaryEnd } from '../../projects/project-settings.ts';
import { FORMATS } from '../../transform/formats.ts';
import type { Caller } from '../access/authenticate.ts';
import { acceptImage, type SentImage } from './accept-image.ts';
import { describeUpload } from './describe-upload.ts';
import { TEMPORARY_LIMITS, uploadLimitExceeded } from './temporary-limits.ts';

/** The services of every upload whose bytes come through a function. */
export type UploadNeeds = Pick<
  Services,
  'clock' | 'randomBytes' | 'images' | 'objects' | 'imageEngine' | 'abandonProcess' | 'cdnUrl'
>;

/** The bytes of an upload, with its stored file name and its bound. */
interface Upload {
  readonly sent: SentImage;
  readonly originalFilename: string | null;
  readonly maxBytes: number;
}

async function keepTemporaryImage(
  { objects, images }: UploadNeeds,
  image: TemporaryImage,
  bytes: Uint8Array,
): Promise<void> {
  const objectKey = originalObjectKey(image.temporaryImageId);
  await objects.put(objectKey, bytes, FORMATS[image.format].contentType);
  const adding = images.addTemporaryImage(image, TEMPORARY_LIMITS, image.createdAt);
  const added = await adding.catch(async (error: unknown) => {
    // without a record the object would never be removed; after another error a record may exist
    if (isStorageFull(error)) await objects.remove(objectKey);
    throw error;
  });
  if (added === 'added') return;
  await objects.remove(objectKey);
  throw uploadLimitExceeded();
}

interface UploadAnswer {
  readonly temporaryImageUrl: string;
  readonly expiresAt: string;
}

/**
 * Validates, cleans and keeps an uploaded image for a day; a ValidationTimeoutError before the
 * function is killed.
 */
export async function keepUpload(
  services: UploadNeeds,
  caller: Caller,
  upload: Upload,
): Promise<UploadAnswer> {
  const answered = await withinDeadline(
    acceptUpload(services, caller, upload),
    LIMITS.uploadDeadlineMs,
  );
  if (answered !== TIMED_OUT) return answered;
  services.abandonProcess();
  throw new ValidationTimeoutError();
}

/** Keeps the bytes that a request carries (calls.upload-temporary-image). */
export function uploadTemporaryImage(
  services: UploadNeeds,
  caller: Caller,
  { originalFilename, ...sent }: InputOf<'uploadTemporaryImage'>,
): Promise<UploadAnswer> {
  const filename = filenameOfHeader(originalFilename);
  const maxBytes = LIMITS.maxUploadBytes;
  return keepUpload(services, caller, { sent, originalFilename: filename, maxBytes });
}

async function acceptUpload(
  services: UploadNeeds,
  caller: Caller,
  { sent, originalFilename, maxBytes }: Upload,
): Promise<UploadAnswer> {
  const { credit } = caller.project.settings;
  const accepted = await acceptImage(services, { ...sent, credit }, maxBytes);
  const now = services.clock();
  const temporaryImageId: TemporaryImageId = `tmp_${encodeIdBytes(services.randomBytes(26))}`;
  const imageId: ImageId = `img_${encodeIdBytes(services.randomBytes(26))}`;
  const image: TemporaryImage = {
    ...describeUpload(accepted, originalFilename),
    temporaryImageId,
    imageId,
    projectId: caller.project.projectId,
    accountId: caller.project.accountId,
    state: 'temporary',
    createdAt: now,
    expiresAt: temporaryEnd(caller.project.settings, now),
    isSaved: false,
  };
  await keepTemporaryImage(services, image, accepted.bytes);
  return {
    temporaryImageUrl: services.cdnUrl + imagePath(temporaryImageId, image.format),
    expiresAt: new Date(image.expiresAt).toISOString(),
  };
}
