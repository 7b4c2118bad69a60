import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { type DirectUpload, isAwaited, promisedPath } from '../../images/direct-upload.ts';
import { hasEnded, type TemporaryImage, type TemporaryState } from '../../images/image-states.ts';
import { imagePath } from '../../images/image-url.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import {
  findOwnTemporaryImage,
  isTemporaryForgotten,
  takenDownError,
  temporaryNotFound,
} from '../images/find-temporary-image.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'directUploads' | 'cdnUrl'>;

/** The state of an upload without a temporary image; a form that wasn't used is `expired`. */
function stateOfUpload(upload: DirectUpload, now: number): TemporaryState {
  if (isAwaited(upload, now)) return 'pending';
  return upload.state === 'refused' && now < upload.expiresAt ? 'refused' : 'expired';
}

function describeImage(image: TemporaryImage, now: number) {
  if (image.takenDown) throw takenDownError(image);
  const isOver = hasEnded(image, now);
  // its image may have been deleted, and is then unknown here too
  if (isOver && image.isSaved) throw temporaryNotFound();
  return {
    state: isOver ? 'expired' : 'temporary',
    path: imagePath(image.temporaryImageId, image.format),
    expiresAt: image.expiresAt,
    reason: null,
    detail: null,
  } as const;
}

function describeUpload(upload: DirectUpload, now: number) {
  const state = stateOfUpload(upload, now);
  const isRefused = state === 'refused';
  return {
    state,
    path: promisedPath(upload),
    expiresAt: upload.expiresAt,
    reason: isRefused ? upload.reason : null,
    detail: isRefused ? upload.detail : null,
  };
}

/**
 * How far an upload is (uploads.direct-state). An error is thrown only for one that is unknown to
 * the caller's project, forgotten, deleted or blocked: save-temporary-image throws the same.
 */
export async function getDirectUpload(
  services: Needs,
  caller: Caller,
  { temporaryImageId }: InputOf<'getDirectUpload'>,
): Promise<ResultOf<'getDirectUpload'>> {
  const { clock, cdnUrl } = services;
  const { image, upload } = await findOwnTemporaryImage(services, caller, temporaryImageId);
  const now = clock();
  if (!image && !upload) throw temporaryNotFound();
  const known = image ? describeImage(image, now) : describeUpload(upload as DirectUpload, now);
  if (isTemporaryForgotten(known, now)) throw temporaryNotFound();
  const { state, path, expiresAt, reason, detail } = known;
  const temporaryImageUrl = cdnUrl + path;
  return { state, temporaryImageUrl, expiresAt: new Date(expiresAt).toISOString(), reason, detail };
}
