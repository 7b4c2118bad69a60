import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from '../../core/contract/endpoint.ts';
import type { Caller } from '../../core/use-cases/authenticate.ts';
import type { RecordServices } from '../services.ts';
import { allowMethods } from './allow-methods.ts';
import type { ApiHandler, ApiInternal, ApiMiddleware } from './api-types.ts';
import { authenticate } from './authenticate.ts';
import { cors } from './cors.ts';
import { problemResponse } from './problem-response.ts';
import { readJsonBody } from './read-json-body.ts';
import { requestLog } from './request-log.ts';

/** What a call does once its caller and its input are known. */
export type Run = (
  caller: Caller,
  input: Record<string, unknown>,
  event: APIGatewayProxyEvent,
) => Promise<object>;

/** The one middy stack of every API call. `onError` hooks run in reverse: the problem first, then CORS and the log see it. */
export function endpoint(services: RecordServices, contract: Endpoint, run: Run): ApiHandler {
  const stack: ApiMiddleware[] = [
    requestLog(services.log, services.clock, contract.path),
    ...(contract.hasCors ? [cors(services)] : []),
    problemResponse(services.log),
    allowMethods(contract.hasCors),
    authenticate(services, contract),
    ...(contract.request.kind === 'json'
      ? [readJsonBody(contract.request, services.isCdnHost)]
      : []),
  ];
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use([collectInternal(), ...stack] as MiddlewareObj[])
    .handler(async (event: unknown, context: unknown) => {
      const { caller, input = {} } = internals.get(context as object) ?? {};
      if (!caller) throw new Error('no caller behind authenticate');
      const body = JSON.stringify(await run(caller, input, event as APIGatewayProxyEvent));
      return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body };
    });
  return handler as unknown as ApiHandler;
}

/** middy gives a handler the event and the context, not what the middlewares found out. */
const internals = new WeakMap<object, ApiInternal>();

function collectInternal(): ApiMiddleware {
  return {
    before: async (request) => {
      internals.set(request.context, request.internal);
      return undefined;
    },
  };
}
