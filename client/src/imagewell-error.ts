import type { Problem, ProblemCode } from './generated/problem.ts';

/** A problem's code, `network_error` where no answer came, `unexpected_answer` where it is none of the service's own. */
export type ErrorCode = ProblemCode | 'network_error' | 'unexpected_answer';

interface ErrorFacts {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly problem?: Problem | undefined;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** Why a call failed; `detail` is a sentence that a person can read. */
export class ImagewellError extends Error {
  override readonly name = 'ImagewellError';
  readonly code: ErrorCode;
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly detail: string;
  /** Which fields are at fault, all at once; empty where none is. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole body, with the members of this one problem such as `maxBytes` or `imageId`. */
  readonly problem: Problem | undefined;

  constructor({ code, status, detail, problem, retryAfterSeconds, cause }: ErrorFacts) {
    super(`${code}: ${detail}`, { cause });
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.problem = problem;
  }
}

/** No answer came. A browser says no more than that, also where the origin of the page is what was refused. */
export function networkError(url: string, cause?: unknown): ImagewellError {
  const origin = globalThis.location?.origin;
  const hint = origin === undefined ? '' : `, or ${origin} is not an allowed origin of the project`;
  const detail = `No response from ${new URL(url).origin}: it is not reachable${hint}.`;
  return new ImagewellError({ code: 'network_error', status: 0, detail, cause });
}
