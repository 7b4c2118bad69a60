import { ServiceError } from '../../core/foundation/service-error.ts';
import type { ApiMiddleware } from './api-types.ts';

/**
 * Refuses every method but POST; if the call has CORS, another middleware answers OPTIONS
 * (errors.method-not-allowed).
 */
export function allowMethods(hasCors: boolean): ApiMiddleware {
  const allow = hasCors ? 'OPTIONS, POST' : 'POST';
  return {
    before: async ({ event }) => {
      if (event.httpMethod === 'POST' || (hasCors && event.httpMethod === 'OPTIONS'))
        return undefined;
      throw new ServiceError('method_not_allowed', {
        detail: `Use POST: every call of the API is a POST request.`,
        headers: { Allow: allow },
      });
    },
  };
}
