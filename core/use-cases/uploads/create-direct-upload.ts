import type { InputOf } from '../../api/call-types.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { uploadTooLarge } from '../../foundation/upload-errors.ts';
import { type DirectUpload, promisedPath } from '../../images/direct-upload.ts';
import { cleanFilename } from '../../images/filename.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import {
  declaredFormat,
  isUnnamedType,
  mediaTypeOf,
  surelyAcceptedFormat,
} from '../../images/upload-type.ts';
import type { Services } from '../../ports/services.ts';
import type { UploadForm } from '../../ports/uploads/upload-forms.ts';
import { temporaryEnd } from '../../projects/project-settings.ts';
import type { SentFormat } from '../../transform/formats.ts';
import type { Caller } from '../access/authenticate.ts';
import { TEMPORARY_LIMITS, uploadLimitExceeded } from './temporary-limits.ts';

type Needs = Pick<
  Services,
  'clock' | 'randomBytes' | 'directUploads' | 'uploadForms' | 'imageEngine' | 'cdnUrl'
>;

type DirectUploadWish = InputOf<'createDirectUpload'>;

export interface PromisedUpload extends UploadForm {
  readonly temporaryImageUrl: string;
  /** Of the temporary image; the form's own expiry is in its policy. */
  readonly expiresAt: string;
}

/** Null where the bytes decide. */
async function formatOf({ imageEngine }: Needs, contentType: string): Promise<SentFormat | null> {
  if (isUnnamedType(contentType)) return null;
  const format = surelyAcceptedFormat(contentType);
  return format ?? declaredFormat(contentType, (await imageEngine()).inputFormats);
}

function newUpload(
  { clock, randomBytes }: Needs,
  { project }: Caller,
  wish: DirectUploadWish,
  format: SentFormat | null,
): DirectUpload {
  const now = clock();
  return {
    temporaryImageId: `tmp_${encodeIdBytes(randomBytes(26))}`,
    imageId: `img_${encodeIdBytes(randomBytes(26))}`,
    projectId: project.projectId,
    accountId: project.accountId,
    state: 'pending',
    format,
    bytes: wish.bytes,
    originalFilename: cleanFilename(wish.originalFilename),
    credit: project.settings.credit,
    createdAt: now,
    pendingUntil: now + LIMITS.directUploadFormMs + LIMITS.directUploadMarginMs,
    expiresAt: temporaryEnd(project.settings, now),
    reason: null,
    detail: null,
    judging: null,
  };
}

/**
 * Promises a temporary image and answers the form that sends its bytes to the store
 * (uploads.direct-form, calls.create-direct-upload). The form takes no more bytes than declared.
 * These bytes count to the project until the upload arrives.
 */
export async function createDirectUpload(
  services: Needs,
  caller: Caller,
  wish: DirectUploadWish,
): Promise<PromisedUpload> {
  const format = await formatOf(services, wish.contentType);
  if (wish.bytes > LIMITS.maxDirectUploadBytes) throw uploadTooLarge(LIMITS.maxDirectUploadBytes);
  const upload = newUpload(services, caller, wish, format);
  const { temporaryImageId, createdAt, expiresAt } = upload;
  const added = await services.directUploads.add(upload, TEMPORARY_LIMITS, createdAt);
  if (added !== 'added') throw uploadLimitExceeded();
  const { url, fields } = await services.uploadForms.create({
    temporaryImageId,
    contentType: mediaTypeOf(wish.contentType),
    maxBytes: wish.bytes,
    now: createdAt,
    endsAt: createdAt + LIMITS.directUploadFormMs,
  });
  return {
    url,
    fields,
    temporaryImageUrl: services.cdnUrl + promisedPath(upload),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
