import { LIMITS } from './limits.ts';
import { ServiceError } from './service-error.ts';

/**
 * A picture was not judged within its deadline: `busy`, for a loaded machine says nothing of the
 * picture (uploads.validation-timeout).
 */
export class JudgingTimeoutError extends ServiceError {
  constructor() {
    super('busy', {
      detail: 'The picture could not be judged in time; send it again.',
      headers: { 'Retry-After': String(LIMITS.busyRetryAfterSeconds) },
    });
  }
}
