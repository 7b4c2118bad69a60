import { LIMITS } from './limits.ts';
import { ServiceError } from './service-error.ts';

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
