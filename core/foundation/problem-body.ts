import { cutText } from './cut-text.ts';
import { problemType } from './delivery-problems.ts';
import { LIMITS } from './limits.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';
import type { ServiceErrorOptions } from './service-error.ts';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/**
 * A problem's body (RFC 9457, errors.problem-body, errors.teach). `cdnUrl` is the CDN's URL where
 * the answer comes from another host, which has no pages of problems.
 */
export function problemBody(
  code: ProblemCode,
  requestId: string,
  { detail, hint, errors, members }: ServiceErrorOptions = {},
  cdnUrl = '',
): Record<string, unknown> {
  const { status, title, hint: usualHint } = PROBLEMS[code];
  return {
    type: problemType(code, cdnUrl),
    title,
    status,
    ...(detail === undefined ? {} : { detail: cutText(detail, LIMITS.maxDetailLength) }),
    hint: cutText(hint ?? usualHint, LIMITS.maxDetailLength),
    code,
    requestId,
    ...(errors ? { errors } : {}),
    ...members,
  };
}
