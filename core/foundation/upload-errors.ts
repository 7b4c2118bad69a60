import { LIMITS } from './limits.ts';
import { ServiceError, type ServiceErrorOptions } from './service-error.ts';

/**
 * The detail of an upload's payload_too_large: the limit, and the call for larger images
 * (errors.payload-too-large, errors.gateway).
 */
export function uploadTooLargeFacts(maxBytes: number): ServiceErrorOptions {
  const { maxUploadBytes, maxDirectUploadBytes } = LIMITS;
  const members = { maxBytes };
  if (maxBytes !== maxUploadBytes) {
    const hint = 'Make the image smaller before the upload.';
    return { detail: `A direct upload may have at most ${maxBytes} bytes.`, hint, members };
  }
  return {
    detail:
      `An upload by this call may have at most ${maxUploadBytes} bytes. ` +
      `For images of up to ${maxDirectUploadBytes} bytes use a direct upload: POST /api/v1/create-direct-upload/{uploadKey}.`,
    hint: 'Use create-direct-upload and send the image to the form that it returns; the client chooses the way itself.',
    members,
  };
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
