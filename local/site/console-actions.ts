import type { IncomingMessage } from 'node:http';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { SlowBodyError } from '../http/arriving-chunks.ts';
import type { PaceClock } from '../http/body-pace.ts';
import { forwardedOf } from '../http/forwarded.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import { isOfOwnPage, isReadByOwnPage } from '../http/of-this-machine.ts';
import type { ProblemAnswer } from '../http/problem-answer.ts';
import { discardBody } from '../http/receive-body.ts';

const TAKE_OVER_PATH = '/console/take-over';

/** The actions of a local service's console beside the calls of the API. */
export const CONSOLE_ACTIONS = {
  offerTakeOver: { method: 'GET', path: TAKE_OVER_PATH },
  takeOver: { method: 'POST', path: TAKE_OVER_PATH },
  addSamples: { method: 'POST', path: '/console/sample' },
  readLimits: { method: 'POST', path: '/console/limits' },
  liftLimits: { method: 'POST', path: '/console/lift-limits' },
  restoreLimits: { method: 'POST', path: '/console/restore-limits' },
} as const;

export type ConsoleAction = keyof typeof CONSOLE_ACTIONS;

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
  offerTakeOver: refuseAction,
  takeOver: refuseAction,
  addSamples: refuseAction,
  readLimits: refuseAction,
  liftLimits: refuseAction,
  restoreLimits: refuseAction,
};

/** The action of a request; undefined: the path has none, or it is a page for this request. */
export function consoleActionOf(request: IncomingMessage, path: string): ConsoleAction | undefined {
  const { method } = request;
  const actions = Object.keys(CONSOLE_ACTIONS) as ConsoleAction[];
  const found = actions.find(
    (action) => CONSOLE_ACTIONS[action].path === path && CONSOLE_ACTIONS[action].method === method,
  );
  return found && method === 'GET' && !isReadByOwnPage(request) ? undefined : found;
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
 * Answers an action: to who isn't a page of this service on this machine it isn't there
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
        const isAllowed = request.method === 'GET' ? isReadByOwnPage : isOfOwnPage;
        if (!isAllowed(request)) return problemAnswer('route_not_found', requestId);
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
