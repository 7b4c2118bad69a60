import type { Problem, ProblemCode } from './generated/problem.ts';

/**
 * The code of a problem; `network_error` without a response, `unexpected_answer` for a foreign one.
 */
export type ErrorCode = ProblemCode | 'network_error' | 'unexpected_answer';

interface ErrorFacts {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly problem?: Problem | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The failure of a call; `detail` is a readable sentence. Its fields are declared: each field of a
 * class is code in every page.
 */
export class ImagewellError extends Error {
  override readonly name = 'ImagewellError';
  declare readonly code: ErrorCode;
  /** The HTTP status; 0 without a response. */
  declare readonly status: number;
  declare readonly detail: string;
  /** The next step, for developers. */
  declare readonly hint: string | undefined;
  /** The errors of all invalid fields; empty if there are none. */
  declare readonly errors: NonNullable<Problem['errors']>;
  /** The ID of the request in the logs of the service. */
  declare readonly requestId: string | undefined;
  /** The Retry-After of the service, in seconds. */
  declare readonly retryAfterSeconds: number | undefined;
  /** The whole body, with extension members such as `maxBytes` or `imageId`. */
  declare readonly problem: Problem | undefined;

  constructor({ cause, ...facts }: ErrorFacts) {
    super(`${facts.code}: ${facts.detail}`, { cause });
    const { hint, errors = [], requestId } = facts.problem ?? {};
    Object.assign(this, facts, { hint, errors, requestId });
  }
}

/** No response. Browsers also report this if the origin of the page is not allowed. */
export function networkError(url: string, cause?: unknown): ImagewellError {
  const origin = globalThis.location?.origin;
  const hint = origin === undefined ? '' : `, or ${origin} is not an allowed origin of the project`;
  const detail = `No response from ${new URL(url).origin}: it is not reachable${hint}.`;
  return new ImagewellError({ code: 'network_error', status: 0, detail, cause });
}
