import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Endpoint } from '../../core/api/endpoint.ts';
import { auditCall } from '../../core/use-cases/access/audit-call.ts';
import type { Caller } from '../../core/use-cases/access/authenticate.ts';
import type { Person } from '../../core/use-cases/access/authenticate-person.ts';
import type { MemberServices } from '../composition/identity-services.ts';
import type { RecordServices } from '../composition/services.ts';
import type { PeopleServices } from '../composition/user-services.ts';
import { allowMethods } from './allow-methods.ts';
import type { ApiHandler, ApiInternal, ApiMiddleware } from './api-types.ts';
import {
  admitMemberOf,
  authenticateEither,
  authenticateKey,
  authenticateToken,
  callAsMember,
  callWithinProject,
} from './authenticate.ts';
import { cors } from './cors.ts';
import { problemResponse } from './problem-response.ts';
import { parseJsonBody, readFields } from './read-json-body.ts';
import { refuseCodedBodies } from './refuse-coded-bodies.ts';
import { requestLog } from './request-log.ts';

/** What a call does once its caller and its input are known. */
export type Run = (
  caller: Caller,
  input: Record<string, unknown>,
  event: APIGatewayProxyEvent,
) => Promise<object>;

/** The same of a call with an access token. */
export type PersonRun = (person: Person, input: Record<string, unknown>) => Promise<object>;

type Internals = Readonly<ApiInternal>;
type Answer = (
  internal: Internals,
  event: APIGatewayProxyEvent,
  requestId: string,
) => Promise<object>;

function asCaller(run: Run): Answer {
  return async ({ caller, input = {} }, event) => {
    if (!caller) throw new Error('authenticate set no caller');
    return run(caller, input, event);
  };
}

/** A call with a key, of an API or for uploads. */
export function endpoint(services: RecordServices, contract: Endpoint, run: Run): ApiHandler {
  const steps = { authenticate: authenticateKey(services, contract) };
  return stack(services, contract, steps, asCaller(run));
}

/** A call with an API key or with the access token of a member; where the call may be about a person's account, without a project, `ofAccount` runs it. */
export function eitherEndpoint(
  services: RecordServices & MemberServices,
  contract: Endpoint,
  run: Run,
  ofAccount?: PersonRun,
): ApiHandler {
  const steps = {
    authenticate: authenticateEither(services, contract),
    beforeFields: callAsMember(services, contract, ofAccount !== undefined),
    behindFields: callWithinProject(),
  };
  return stack(services, contract, steps, async (internal, event, requestId) => {
    const { person, caller, input = {} } = internal;
    if (person && !caller && ofAccount) return ofAccount(person, input);
    return asCaller(run)(internal, event, requestId);
  });
}

/** A call with an access token. */
export function personEndpoint(
  services: RecordServices & PeopleServices,
  contract: Endpoint,
  run: PersonRun,
): ApiHandler {
  const steps = {
    authenticate: authenticateToken(services),
    beforeFields: admitMemberOf(services, contract),
  };
  return stack(services, contract, steps, async (internal, event, requestId) => {
    const { person, input = {} } = internal;
    if (!person) throw new Error('authenticate set no user');
    if (!contract.isAudited) return run(person, input);
    const source = { sourceAddress: event.requestContext.identity.sourceIp, requestId };
    return auditCall(services, { contract, person, input, source }, () => run(person, input));
  });
}

/** What differs between calls of what their caller shows, in the order of `errors.check-order`. */
interface Steps {
  readonly authenticate: ApiMiddleware;
  /** Who may call at all, by the project that the body names. */
  readonly beforeFields?: ApiMiddleware;
  readonly behindFields?: ApiMiddleware;
}

function bodySteps({ isCdnHost }: RecordServices, { request }: Endpoint, steps: Steps) {
  if (request.kind !== 'json') return [refuseCodedBodies()];
  const { beforeFields, behindFields } = steps;
  return [
    refuseCodedBodies(),
    parseJsonBody(),
    ...(beforeFields ? [beforeFields] : []),
    readFields(request, isCdnHost),
    ...(behindFields ? [behindFields] : []),
  ];
}

/** The one middy stack of every API call. `onError` hooks run in reverse: the problem first, then CORS and the log see it. */
function stack(
  services: RecordServices,
  contract: Endpoint,
  steps: Steps,
  answer: Answer,
): ApiHandler {
  const middlewares: ApiMiddleware[] = [
    requestLog(services.log, services.clock, contract.path),
    ...(contract.hasCors ? [cors(services)] : []),
    problemResponse(services.log),
    allowMethods(contract.hasCors),
    steps.authenticate,
    ...bodySteps(services, contract, steps),
  ];
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use([collectInternal(), ...middlewares] as MiddlewareObj[])
    .handler(async (event: unknown, context: unknown) => {
      const internal = internals.get(context as object) ?? {};
      const { awsRequestId } = context as Context;
      const answered = await answer(internal, event as APIGatewayProxyEvent, awsRequestId);
      const body = JSON.stringify(answered);
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
