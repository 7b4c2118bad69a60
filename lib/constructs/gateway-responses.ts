import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { LIMITS } from '../../core/foundation/limits.ts';
import { PROBLEM_CONTENT_TYPE, problemBody } from '../../core/foundation/problem-body.ts';
import { PROBLEMS, type ProblemCode } from '../../core/foundation/problems.ts';
import type { ServiceErrorOptions } from '../../core/foundation/service-error.ts';
import { uploadTooLargeFacts } from '../../core/foundation/upload-errors.ts';

interface GatewayAnswer {
  readonly code: ProblemCode;
  readonly options?: ServiceErrorOptions;
  readonly retryAfterSeconds?: number;
}

const NO_ROUTE: GatewayAnswer = { code: 'route_not_found' };
const BUSY: GatewayAnswer = { code: 'busy', retryAfterSeconds: LIMITS.busyRetryAfterSeconds };
const TOO_LARGE: GatewayAnswer = {
  code: 'payload_too_large',
  options: uploadTooLargeFacts(LIMITS.maxUploadBytes),
};

/**
 * API Gateway's own errors (errors.gateway). None of our calls uses its checks of a signature, a
 * token or a key, so an error about one belongs to an unknown path.
 */
const ANSWERS: Readonly<Record<string, GatewayAnswer>> = {
  MISSING_AUTHENTICATION_TOKEN: NO_ROUTE,
  RESOURCE_NOT_FOUND: NO_ROUTE,
  INVALID_SIGNATURE: NO_ROUTE,
  EXPIRED_TOKEN: NO_ROUTE,
  ACCESS_DENIED: NO_ROUTE,
  UNAUTHORIZED: NO_ROUTE,
  INVALID_API_KEY: NO_ROUTE,
  REQUEST_TOO_LARGE: TOO_LARGE,
  THROTTLED: BUSY,
  INTEGRATION_TIMEOUT: BUSY,
  // a rate-based rule on addresses is the one that `security.logs-and-alarms` names
  WAF_FILTERED: { code: 'rate_limited', retryAfterSeconds: 60 },
  DEFAULT_4XX: { code: 'validation_failed' },
  // of a wrong deployment: no retry helps
  API_CONFIGURATION_ERROR: { code: 'internal_error' },
  // our functions answer their own faults: any other is of a function that died, in its start or in
  // a request, or was throttled (security.dead-process-is-busy)
  DEFAULT_5XX: BUSY,
};

/** API Gateway puts a header's value in quotes of its own, and fills in `$context` names. */
const fixed = (value: string) => `'${value}'`;
const REQUEST_ID = '$context.requestId';

function headersOf({ code, retryAfterSeconds }: GatewayAnswer): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': fixed(PROBLEM_CONTENT_TYPE),
    'X-Error-Code': fixed(code),
    'X-Request-Id': 'context.requestId',
    'X-Content-Type-Options': fixed('nosniff'),
    'Cache-Control': fixed('no-store'),
    // the one exception to echoing: API Gateway can't know the project's list, and a browser must
    // read it
    'Access-Control-Allow-Origin': fixed('*'),
    'Access-Control-Expose-Headers': fixed('X-Error-Code, X-Request-Id, Retry-After, ETag'),
  };
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = fixed(String(retryAfterSeconds));
  return headers;
}

/** Gives API Gateway's own errors our body and headers; `cdnUrl` as problemBody takes it. */
export function addGatewayResponses(api: RestApi, cdnUrl: string): void {
  for (const [type, answer] of Object.entries(ANSWERS)) {
    const body = JSON.stringify(problemBody(answer.code, REQUEST_ID, cdnUrl, answer.options));
    api.addGatewayResponse(type, {
      type: ResponseType.of(type),
      statusCode: String(PROBLEMS[answer.code].status),
      responseHeaders: headersOf(answer),
      templates: { 'application/json': body },
    });
  }
}
