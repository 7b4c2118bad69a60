import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';

/**
 * The limits of a project's temporary images that are neither saved nor expired, promised ones
 * included (uploads.rate-limit, uploads.temporary-limits).
 */
export const TEMPORARY_LIMITS = {
  maxCount: LIMITS.maxLiveTemporaryImages,
  maxBytes: LIMITS.maxLiveTemporaryBytes,
};

/** The error for a project that has reached them. */
export function uploadLimitExceeded(): ServiceError {
  const { maxCount, maxBytes } = TEMPORARY_LIMITS;
  return new ServiceError('upload_limit_exceeded', {
    detail: `A project may have at most ${maxCount} unsaved temporary images with ${maxBytes} bytes in total; save some first.`,
    // at a steady rate the oldest of them expires within the hour
    headers: { 'Retry-After': '3600' },
  });
}
