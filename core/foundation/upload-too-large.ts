import { LIMITS } from './limits.ts';
import { ServiceError, type ServiceErrorOptions } from './service-error.ts';

/**
 * What a payload_too_large of an upload says: the bound, and the way that is open to larger
 * pictures (errors.payload-too-large, errors.gateway).
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
      `For images of up to ${maxDirectUploadBytes} bytes use a direct upload: POST /api/v1/create-direct-upload/{uploadKey}, or create-project-upload without an upload key.`,
    hint: 'Use create-direct-upload and send the image to the form that it returns; the client chooses the way itself.',
    members,
  };
}

/** The answer to an upload over the limit, whichever wall was met. */
export function uploadTooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', uploadTooLargeFacts(maxBytes));
}
