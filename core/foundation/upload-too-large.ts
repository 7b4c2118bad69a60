import { LIMITS } from './limits.ts';
import { ServiceError, type ServiceErrorOptions } from './service-error.ts';

/**
 * What a payload_too_large of an upload says: the bound, and the way that is open to larger
 * pictures (errors.payload-too-large, errors.gateway).
 */
export function uploadTooLargeFacts(maxBytes: number, wall = ''): ServiceErrorOptions {
  const { maxUploadBytes, maxDirectUploadBytes } = LIMITS;
  const sentences =
    maxBytes === maxUploadBytes
      ? [
          `An upload through this call has at most ${maxUploadBytes} bytes.`,
          `Pictures of up to ${maxDirectUploadBytes} bytes go by a direct upload: POST /api/v1/create-direct-upload/{uploadKey}.`,
        ]
      : [`A direct upload has at most ${maxBytes} bytes.`];
  return { detail: [wall, ...sentences].join(' ').trim(), members: { maxBytes } };
}

/** The answer to an upload over the limit, whichever wall was met. */
export function uploadTooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', uploadTooLargeFacts(maxBytes));
}
