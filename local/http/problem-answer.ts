import { PROBLEM_CONTENT_TYPE, problemBody } from '../../core/foundation/problem-body.ts';
import { PROBLEMS, type ProblemCode } from '../../core/foundation/problems.ts';
import type { ServiceErrorOptions } from '../../core/foundation/service-error.ts';

export interface PlainAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * A problem that API Gateway or the edge answers of itself, readable from any page
 * (errors.gateway).
 */
export function problemAnswer(
  code: ProblemCode,
  requestId: string,
  options: ServiceErrorOptions = {},
): PlainAnswer {
  return {
    statusCode: PROBLEMS[code].status,
    headers: {
      'Content-Type': PROBLEM_CONTENT_TYPE,
      'Cache-Control': 'no-store',
      'X-Error-Code': code,
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'X-Error-Code, X-Request-Id, Retry-After, ETag',
      ...options.headers,
    },
    body: Buffer.from(JSON.stringify(problemBody(code, requestId, options))),
  };
}
