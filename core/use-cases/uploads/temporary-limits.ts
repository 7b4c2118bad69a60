import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';

/**
 * What a project may have in temporary images that are neither saved nor ended, promised ones among
 * them (uploads.rate-limit, uploads.temporary-limits).
 */
export const TEMPORARY_LIMITS = {
  maxCount: LIMITS.maxLiveTemporaryImages,
  maxBytes: LIMITS.maxLiveTemporaryBytes,
};

/** The answer where a project has reached them. */
export function uploadLimitExceeded(): ServiceError {
  const { maxCount, maxBytes } = TEMPORARY_LIMITS;
  return new ServiceError('upload_limit_exceeded', {
    detail: `A project may have at most ${maxCount} unsaved temporary images with ${maxBytes} bytes in total; save some first.`,
    headers: { 'Retry-After': '3600' }, // the oldest of them ends within the hour at a steady rate
  });
}
