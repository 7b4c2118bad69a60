import type { Clock } from '../../core/foundation/nondeterminism.ts';
import type { Log } from '../../core/ports/log.ts';
import type { ApiMiddleware, ApiRequest } from './api-types.ts';

/**
 * One structured line a request, with the route template and never the path: an upload key is part
 * of it (security.no-key-in-clear).
 */
export function requestLog(log: Log, clock: Clock, route: string): ApiMiddleware {
  const write = ({ event, context, response, internal }: ApiRequest) => {
    const requestId = context.awsRequestId;
    if (response) {
      const fixed = {
        'X-Request-Id': requestId,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
      };
      response.headers = { ...response.headers, ...fixed };
    }
    log.info('request', {
      requestId,
      route,
      method: event.httpMethod,
      status: response?.statusCode,
      ...(internal.code ? { code: internal.code } : {}),
      ...(internal.caller ? { projectId: internal.caller.project.projectId } : {}),
      ms: clock() - (event.requestContext.requestTimeEpoch || clock()),
    });
  };
  return { after: write, onError: write };
}
