import { problemType } from './delivery-problems.ts';
import { LIMITS } from './limits.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';
import { cutText } from './reported-text.ts';
import type { ServiceErrorOptions } from './service-error.ts';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/**
 * A problem's body (RFC 9457, errors.problem-body, errors.teach). The pages of problems are at
 * `cdnUrl`, which has no slash at its end.
 */
export function problemBody(
  code: ProblemCode,
  requestId: string,
  cdnUrl: string,
  { detail, hint, errors, members }: ServiceErrorOptions = {},
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
