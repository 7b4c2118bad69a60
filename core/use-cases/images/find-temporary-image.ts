import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { type DirectUpload, isAwaited } from '../../images/direct-upload.ts';
import type { TemporaryImageId } from '../../images/ids.ts';
import type { TemporaryImage } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';

export interface FoundTemporary {
  readonly image?: TemporaryImage | undefined;
  /** The pending direct upload of the id, if it has no temporary image. */
  readonly upload?: DirectUpload | undefined;
}

/** A temporary image, or the direct upload that promised it; one read if it exists. */
export async function findTemporaryImage(
  { images, directUploads }: Pick<Services, 'images' | 'directUploads'>,
  id: TemporaryImageId,
): Promise<FoundTemporary> {
  const image = await images.getTemporaryImage(id);
  if (image) return { image };
  const upload = await directUploads.get(id);
  if (upload?.state !== 'accepted') return { upload };
  return { image: await images.getTemporaryImage(id) }; // accepted between the two reads
}

/** The 404 of a temporary image. */
export function temporaryNotFound(): ServiceError {
  return new ServiceError('temporary_image_not_found');
}

/** The same of the caller's project; throws the 404 for one of another project. */
export async function findOwnTemporaryImage(
  services: Pick<Services, 'images' | 'directUploads'>,
  { project }: Pick<Caller, 'project'>,
  id: TemporaryImageId,
): Promise<FoundTemporary> {
  const found = await findTemporaryImage(services, id);
  const { projectId } = found.image ?? found.upload ?? {};
  if (projectId !== project.projectId) throw temporaryNotFound();
  return found;
}

/** Whether the end of a temporary image is so long ago that the service knows it no more. */
export function isTemporaryForgotten(
  { expiresAt }: Pick<TemporaryImage, 'expiresAt'>,
  now: number,
): boolean {
  return now >= expiresAt + LIMITS.temporaryGraceMs;
}

/** The error for a temporary image that the operator has blocked. */
export function takenDownError({ takenDown }: Pick<TemporaryImage, 'takenDown'>): ServiceError {
  const reason = takenDown ? `: ${takenDown.reason}` : '.';
  const detail = `The operator of this service has blocked the image${reason}`;
  return new ServiceError('image_taken_down', { detail });
}

/** The error for a temporary image that has ended, which the service may not know any more. */
export function endedError(
  temporary: Pick<TemporaryImage, 'expiresAt'>,
  now: number,
): ServiceError {
  if (isTemporaryForgotten(temporary, now)) return temporaryNotFound();
  return new ServiceError('temporary_image_expired', { detail: 'Upload the image again.' });
}

/** Throws the error for a direct upload that is not a temporary image yet. */
function tellOfUpload(upload: DirectUpload, now: number): never {
  if (isAwaited(upload, now)) {
    const headers = { 'Retry-After': '2' };
    throw new ServiceError('temporary_image_pending', {
      detail: 'The bytes have not arrived yet or are being validated; retry in a moment.',
      headers,
    });
  }
  if (upload.state !== 'refused' || now >= upload.expiresAt) throw endedError(upload, now);
  throw new ServiceError('temporary_image_refused', {
    ...(upload.detail === null ? {} : { detail: upload.detail }),
    members: { reason: upload.reason },
  });
}

/**
 * A temporary image of the caller's project in any state, after its bytes arrived.
 * Throws temporary_image_not_found, and the errors of a direct upload that is none yet.
 */
export async function findArrivedImage(
  services: Pick<Services, 'images' | 'directUploads' | 'clock'>,
  caller: Caller,
  id: TemporaryImageId,
): Promise<TemporaryImage> {
  const { image, upload } = await findOwnTemporaryImage(services, caller, id);
  if (image) return image;
  if (upload) tellOfUpload(upload, services.clock());
  throw temporaryNotFound();
}
