import { PROBLEM_CONTENT_TYPE, problemBody } from '../../core/foundation/problem-body.ts';
import { PROBLEMS, type ProblemCode } from '../../core/foundation/problems.ts';
import type { ServiceErrorOptions } from '../../core/foundation/service-error.ts';

export interface PlainAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The answer with a problem that API Gateway or CloudFront answers itself. */
export type ProblemAnswer = (
  code: ProblemCode,
  requestId: string,
  options?: ServiceErrorOptions,
) => PlainAnswer;

/**
 * Makes such answers, readable from any page (errors.gateway); the pages of problems are at
 * `cdnUrl`.
 */
export function createProblemAnswer(cdnUrl: string): ProblemAnswer {
  return (code, requestId, options = {}) => ({
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
    body: Buffer.from(JSON.stringify(problemBody(code, requestId, cdnUrl, options))),
  });
}
