import { LIMITS } from './limits.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';
import { cutText } from './reported-text.ts';
import type { ServiceErrorOptions } from './service-error.ts';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/** A problem's body (RFC 9457, errors.problem-body). */
export function problemBody(
  code: ProblemCode,
  requestId: string,
  { detail, errors, members }: ServiceErrorOptions = {},
): Record<string, unknown> {
  const { status, title } = PROBLEMS[code];
  return {
    type: `urn:imagewell:problem:${code}`,
    title,
    status,
    ...(detail === undefined ? {} : { detail: cutText(detail, LIMITS.maxDetailLength) }),
    code,
    requestId,
    ...(errors ? { errors } : {}),
    ...members,
  };
}
