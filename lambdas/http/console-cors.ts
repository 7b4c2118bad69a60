import { type Endpoint, roleOf } from '../../core/api/endpoint.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { Services } from '../../core/ports/services.ts';
import { type ApiMiddleware, type ApiRequest, headerOf } from './api-types.ts';
import { corsHeadersFor } from './cors.ts';

const ALLOWED_HEADERS = 'Authorization, Content-Type, X-Original-Filename, X-Project-Id';

/**
 * Whether the console makes the call: those of users and of the invited, but for what any allowed
 * page may do.
 */
export function isForConsole(row: Endpoint): boolean {
  return !row.hasCors && (roleOf(row) !== undefined || row.credential.kind === 'invitation');
}

/**
 * Lets the pages of the console read the answers of users' calls, whose API is at another host in
 * AWS. The console has the CDN's origin; every other origin is answered as before
 * (site.console-cors).
 */
export function consoleCors({ cdnUrl }: Pick<Services, 'cdnUrl'>): ApiMiddleware {
  const own = URL.canParse(cdnUrl) ? new URL(cdnUrl).origin : undefined;
  const isOwn = ({ event }: Pick<ApiRequest, 'event'>) =>
    own !== undefined && headerOf(event, 'origin') === own;
  const addHeaders = (request: ApiRequest) => {
    const { response } = request;
    if (!response || !isOwn(request)) return;
    response.headers = { ...response.headers, ...corsHeadersFor(own ?? '') };
  };
  return {
    before: async (request) => {
      if (request.event.httpMethod !== 'OPTIONS' || !isOwn(request)) return undefined;
      const headers = {
        ...corsHeadersFor(own ?? ''),
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': String(LIMITS.preflightMaxAgeSeconds),
      };
      return { statusCode: 204, headers, body: '' };
    },
    after: addHeaders,
    onError: addHeaders,
  };
}
