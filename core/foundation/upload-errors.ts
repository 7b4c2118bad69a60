import { LIMITS } from './limits.ts';
import { ServiceError, type ServiceErrorOptions } from './service-error.ts';

/**
 * The detail of an upload's payload_too_large: the limit, and the call for larger images
 * (errors.payload-too-large, errors.gateway).
 */
export function uploadTooLargeFacts(maxBytes: number, wall = ''): ServiceErrorOptions {
  const { maxUploadBytes, maxDirectUploadBytes } = LIMITS;
  const sentences =
    maxBytes === maxUploadBytes
      ? [
          `An upload by this call may have at most ${maxUploadBytes} bytes.`,
          `For images of up to ${maxDirectUploadBytes} bytes use a direct upload: POST /api/v1/create-direct-upload/{uploadKey}.`,
        ]
      : [`A direct upload may have at most ${maxBytes} bytes.`];
  return { detail: [wall, ...sentences].join(' ').trim(), members: { maxBytes } };
}

/** The response to an upload over the limit, from API Gateway or the function. */
export function uploadTooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', uploadTooLargeFacts(maxBytes));
}

/**
 * The validation of an image missed its deadline: `busy`, as a loaded machine is not its fault
 * (uploads.validation-timeout).
 */
export class ValidationTimeoutError extends ServiceError {
  constructor() {
    super('busy', {
      detail: 'The image could not be validated in time; send it again.',
      headers: { 'Retry-After': String(LIMITS.busyRetryAfterSeconds) },
    });
  }
}
