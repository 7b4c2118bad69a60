import { LIMITS } from '../../core/foundation/limits.ts';
import { PROBLEM_CONTENT_TYPE, problemBody } from '../../core/foundation/problem-body.ts';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Services } from '../../core/ports/services.ts';
import type { ApiMiddleware } from './api-types.ts';

export interface ProblemAnswer {
  readonly code: string;
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Carries a hint for this machine from a function to its server, percent-encoded; no other answer
 * has the header, and the server takes it off.
 */
export const MACHINE_HINT_HEADER = 'x-machine-hint';

/** A client of a service that is busy always learns when to come again (errors.busy). */
const BUSY = { 'Retry-After': String(LIMITS.busyRetryAfterSeconds) } as const;

/**
 * The response to any error: the problem's row of THE error table, or internal_error, whose details
 * go to the log only. `cdnUrl` as problemBody takes it.
 */
export function answerProblem(
  thrown: unknown,
  requestId: string,
  log: Log,
  cdnUrl: string,
): ProblemAnswer {
  const known = thrown instanceof ServiceError ? thrown : undefined;
  if (!known) log.error('unexpected fault', { requestId, error: thrown as Error });
  const code = known?.code ?? 'internal_error';
  const { machineHint } = known?.options ?? {};
  const body = JSON.stringify(problemBody(code, requestId, cdnUrl, known?.options));
  return {
    code,
    statusCode: PROBLEMS[code].status,
    headers: {
      'Content-Type': PROBLEM_CONTENT_TYPE,
      'X-Error-Code': code,
      ...(code === 'busy' ? BUSY : {}),
      ...known?.options.headers,
      ...(machineHint === undefined
        ? {}
        : { [MACHINE_HINT_HEADER]: encodeURIComponent(machineHint) }),
    },
    body,
  };
}

/**
 * Turns an error of a call into its problem response; returns nothing, so that later hooks still
 * run.
 */
export function problemResponse({ log, cdnUrl }: Pick<Services, 'log' | 'cdnUrl'>): ApiMiddleware {
  return {
    onError: (request) => {
      const { awsRequestId } = request.context;
      const { code, ...answer } = answerProblem(request.error, awsRequestId, log, cdnUrl);
      request.internal.code = code;
      request.response = answer;
    },
  };
}
