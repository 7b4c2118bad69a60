import { listFaults } from '../../core/foundation/fault-list.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { cutText } from '../../core/foundation/reported-text.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { Cures } from '../../core/ports/projects/operator-commands.ts';
import type { Services } from '../../core/ports/services.ts';
import { findOriginFaults, isAllowedOrigin } from '../../core/projects/allowed-origins.ts';
import type { Project } from '../../core/projects/project.ts';
import { authenticateUploadKey } from '../../core/use-cases/access/authenticate.ts';
import { noteRefusedOrigin } from '../../core/use-cases/access/note-refused-origin.ts';
import { commandForLog, operatorHints } from '../../core/use-cases/access/operator-hints.ts';
import { type ApiMiddleware, type ApiRequest, headerOf } from './api-types.ts';

type Needs = Pick<Services, 'clock' | 'keys' | 'projects' | 'refusedOrigins' | 'log'>;
type Refusing = Pick<Services, 'clock' | 'refusedOrigins' | 'log' | 'operatorCommands'>;

const ALWAYS = { Vary: 'Origin' };
const LOGGED_LENGTH = 200;
const FILE_HINT =
  'A page of a file or a sandbox has no origin. Open it from a web server such as http://localhost:3000.';
const EXPOSED = 'X-Error-Code, X-Request-Id, Retry-After, ETag';

/** The header that lets a page of the origin read an answer. */
export function corsHeadersFor(origin: string): Record<string, string> {
  return {
    ...ALWAYS,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED,
    'Timing-Allow-Origin': origin,
  };
}

/**
 * An origin that can be allowed is named, and its command is logged; any other is no text of ours.
 */
function refuseOrigin(
  { log, operatorCommands }: Refusing,
  origin: string,
  project: Project,
): ServiceError {
  const fault = listFaults(findOriginFaults, [origin]).reported[0]?.detail;
  const { projectId } = project;
  if (fault !== undefined) {
    log.warn('origin not allowed', { origin: cutText(origin, LOGGED_LENGTH), projectId });
    const hint = origin === 'null' ? FILE_HINT : fault;
    return new ServiceError('origin_not_allowed', { hint });
  }
  const pick = (cures: Cures) => cures.allowOrigin(origin, project);
  log.warn('origin not allowed', {
    origin,
    projectId,
    allowWith: commandForLog(operatorCommands, pick),
  });
  return new ServiceError('origin_not_allowed', {
    detail: `The origin ${origin} is not in the allowed origins of the project.`,
    ...operatorHints(operatorCommands, {
      pick,
      run: (command) => `Allow it: ${command}`,
      ask: 'Ask who runs this service to allow it. An admin of the project can too: in the console, under Project.',
      hasApiKey: false,
    }),
  });
}

/**
 * Admits an origin on the project's list; a refusal says who can allow it
 * (origins.cors, origins.refused).
 */
export async function checkOrigin(
  services: Refusing,
  request: ApiRequest,
  project: Project,
): Promise<void> {
  const origin = headerOf(request.event, 'origin');
  if (origin === undefined) return;
  if (isAllowedOrigin(origin, project.allowedOrigins)) {
    request.internal.corsHeaders = corsHeadersFor(origin);
    return;
  }
  await noteRefusedOrigin(services, project.projectId, origin);
  throw refuseOrigin(services, origin, project);
}

async function answerPreflight(services: Needs, request: ApiRequest) {
  const uploadKey = request.event.pathParameters?.uploadKey ?? '';
  const origin = headerOf(request.event, 'origin') ?? '';
  const project = await authenticateUploadKey(services, uploadKey)
    .then((caller) => caller.project)
    .catch(() => undefined);
  const isAllowed = project && isAllowedOrigin(origin, project.allowedOrigins);
  // a browser whose preflight is refused sends nothing more
  if (project && !isAllowed) await noteRefusedOrigin(services, project.projectId, origin);
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
