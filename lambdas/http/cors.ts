import { LIMITS } from '../../core/foundation/limits.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { Services } from '../../core/ports/services.ts';
import { isAllowedOrigin } from '../../core/projects/allowed-origins.ts';
import type { Project } from '../../core/projects/project.ts';
import { authenticateUploadKey } from '../../core/use-cases/access/authenticate.ts';
import { type ApiMiddleware, type ApiRequest, headerOf } from './api-types.ts';

type Needs = Pick<Services, 'clock' | 'keys' | 'projects' | 'log'>;

const ALWAYS = { Vary: 'Origin' };
const EXPOSED = 'X-Error-Code, X-Request-Id, Retry-After, ETag';

function corsHeadersFor(origin: string): Record<string, string> {
  return {
    ...ALWAYS,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED,
    'Timing-Allow-Origin': origin,
  };
}

/**
 * Admits an origin on the project's list; a refusal names the command that would allow it
 * (origins.cors, origins.refused).
 */
export function checkOrigin(
  { log }: Pick<Services, 'log'>,
  request: ApiRequest,
  project: Project,
): void {
  const origin = headerOf(request.event, 'origin');
  if (origin === undefined) return;
  if (isAllowedOrigin(origin, project.allowedOrigins)) {
    request.internal.corsHeaders = corsHeadersFor(origin);
    return;
  }
  const shown = origin.slice(0, 200);
  log.warn('origin not allowed', {
    origin: shown,
    projectId: project.projectId,
    allowWith: `npm run allow-origin -- ${shown}`,
  });
  throw new ServiceError('origin_not_allowed', {
    detail: 'The origin is not in the allowed origins of the project.',
  });
}

async function answerPreflight(services: Needs, request: ApiRequest) {
  const uploadKey = request.event.pathParameters?.uploadKey ?? '';
  const origin = headerOf(request.event, 'origin') ?? '';
  const project = await authenticateUploadKey(services, uploadKey)
    .then((caller) => caller.project)
    .catch(() => undefined);
  const isAllowed = project && isAllowedOrigin(origin, project.allowedOrigins);
  const permission = {
    ...corsHeadersFor(origin),
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'Content-Type, X-Original-Filename',
    'Access-Control-Max-Age': String(LIMITS.preflightMaxAgeSeconds),
  };
  return { statusCode: 204, headers: isAllowed ? permission : ALWAYS, body: '' };
}

/**
 * Answers preflights, and adds the CORS headers to every response to an allowed origin, errors too.
 */
export function cors(services: Needs): ApiMiddleware {
  const addHeaders = ({ response, internal, event }: ApiRequest) => {
    if (!response || event.httpMethod === 'OPTIONS') return;
    response.headers = { ...response.headers, ...ALWAYS, ...internal.corsHeaders };
  };
  return {
    before: async (request) =>
      request.event.httpMethod === 'OPTIONS' ? answerPreflight(services, request) : undefined,
    after: addHeaders,
    onError: addHeaders,
  };
}
