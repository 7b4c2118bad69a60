import type { IncomingMessage } from 'node:http';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { SlowBodyError } from '../http/arriving-chunks.ts';
import type { PaceClock } from '../http/body-pace.ts';
import { forwardedOf } from '../http/forwarded.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import { isOfOwnPage } from '../http/of-this-machine.ts';
import type { ProblemAnswer } from '../http/problem-answer.ts';
import { discardBody } from '../http/receive-body.ts';

/** The actions of a local service's console beside the calls of the API. */
export const CONSOLE_ACTION_PATHS = {
  takeOver: '/console/take-over',
  addSamples: '/console/sample',
  readLimits: '/console/limits',
  liftLimits: '/console/lift-limits',
  restoreLimits: '/console/restore-limits',
} as const;

export type ConsoleAction = keyof typeof CONSOLE_ACTION_PATHS;

/** The origin of a request, as an action needs it. */
export interface ActionRequest {
  readonly authorization: string | undefined;
  readonly sourceAddress: string | null;
  readonly requestId: string;
}

/** Each resolves with its JSON answer, or throws a ServiceError. */
export type ActionHandlers = {
  readonly [Action in ConsoleAction]: (request: ActionRequest) => Promise<object>;
};

async function refuseAction(): Promise<never> {
  throw new ServiceError('route_not_found');
}

/** Of a service that has no project of its own. */
export const NO_ACTIONS: ActionHandlers = {
  takeOver: refuseAction,
  addSamples: refuseAction,
  readLimits: refuseAction,
  liftLimits: refuseAction,
  restoreLimits: refuseAction,
};

/** The action of a path. */
export function consoleActionRoute(path: string): ConsoleAction | undefined {
  const actions = Object.keys(CONSOLE_ACTION_PATHS) as ConsoleAction[];
  return actions.find((action) => CONSOLE_ACTION_PATHS[action] === path);
}

function refusalOf(
  problemAnswer: ProblemAnswer,
  error: unknown,
  requestId: string,
): HttpAnswer | undefined {
  if (error instanceof SlowBodyError) {
    return problemAnswer('request_timeout', requestId, { headers: { Connection: 'close' } });
  }
  if (!(error instanceof ServiceError) || PROBLEMS[error.code].status === 500) return undefined;
  return problemAnswer(error.code, requestId, error.options);
}

/**
 * Answers a POST to an action: to who isn't a page of this service on this machine it isn't there
 * (docs/decisions/0037).
 */
export function createConsoleActions(
  handlers: ActionHandlers,
  clock: PaceClock,
  problemAnswer: ProblemAnswer,
) {
  return {
    async run(
      action: ConsoleAction,
      request: IncomingMessage,
      requestId: string,
    ): Promise<HttpAnswer> {
      try {
        await discardBody(request, clock);
        if (!isOfOwnPage(request)) return problemAnswer('route_not_found', requestId);
        const { headers } = request;
        const made = await handlers[action]({
          authorization: headers.authorization,
          sourceAddress: forwardedOf(request).address || null,
          requestId,
        });
        return {
          statusCode: 200,
          headers: {
            'content-type': 'application/json',
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
            'x-request-id': requestId,
          },
          body: Buffer.from(JSON.stringify(made)),
        };
      } catch (error) {
        const refusal = refusalOf(problemAnswer, error, requestId);
        if (refusal) return refusal;
        throw error;
      }
    },
  };
}

/** See createConsoleActions. */
export type ConsoleActions = ReturnType<typeof createConsoleActions>;
