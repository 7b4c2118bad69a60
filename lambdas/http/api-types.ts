import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { SentBytes } from '../../core/api/endpoint.ts';
import type { Caller } from '../../core/use-cases/access/authenticate.ts';
import type { User } from '../../core/use-cases/access/authenticate-user.ts';
import type { AnyCaller } from '../../core/use-cases/access/callers.ts';
import { type ClientAddress, clientAddress } from '../../core/use-cases/access/client-address.ts';
import type { MeasuredTimings } from './server-timing.ts';

export type ApiHandler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/** The values that the middlewares of one request pass to each other and to the handler. */
export interface ApiInternal extends Record<string, unknown> {
  caller?: Caller;
  user?: User;
  /** The authorized caller; without it no use case runs. */
  authorized?: AnyCaller;
  /** Set once the request's origin is known to be on the project's list. */
  corsHeaders?: Readonly<Record<string, string>>;
  /** A JSON endpoint's body, parsed only. */
  body?: unknown;
  /** The validated input; for a call that takes bytes, those. */
  input?: Readonly<Record<string, unknown>> | SentBytes;
  code?: string;
  timings?: MeasuredTimings;
}

export interface ApiRequest {
  event: APIGatewayProxyEvent;
  context: Context;
  response: APIGatewayProxyResult | null | undefined;
  error: Error | null | undefined;
  internal: ApiInternal;
}

export interface ApiMiddleware {
  before?: (request: ApiRequest) => Promise<APIGatewayProxyResult | undefined>;
  after?: (request: ApiRequest) => void;
  onError?: (request: ApiRequest) => void;
}

/** A request header in any case; undefined if it is absent. */
export function headerOf(event: APIGatewayProxyEvent, name: string): string | undefined {
  const found = Object.entries(event.headers).find(([key]) => key.toLowerCase() === name);
  return found?.[1];
}

/** The client's address, as API Gateway tells it. */
export function addressOf({ requestContext }: APIGatewayProxyEvent): ClientAddress {
  return clientAddress(requestContext.identity.sourceIp);
}
