import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { CredentialOf, InputOf } from '../../core/api/call-types.ts';
import type { Endpoint } from '../../core/api/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../core/api/endpoints.ts';
import { auditCall, auditKeyCall } from '../../core/use-cases/access/audit-call.ts';
import { requireReachable } from '../../core/use-cases/access/authorize-member.ts';
import type { AnyCaller, CallerOf, UseCase } from '../../core/use-cases/access/callers.ts';
import type { IdentityServices } from '../composition/identity-services.ts';
import type { RecordServices } from '../composition/services.ts';
import type { UserServices } from '../composition/user-services.ts';
import { NO_EARLY_TIMEOUT } from '../no-early-timeout.ts';
import { allowMethods } from './allow-methods.ts';
import type { ApiHandler, ApiInternal, ApiMiddleware } from './api-types.ts';
import {
  admitAnyone,
  admitMemberOf,
  admitUser,
  authenticateEither,
  authenticateKey,
  authenticateToken,
  callAsMember,
  callWithinProject,
} from './authenticate.ts';
import { consoleCors, isForConsole } from './console-cors.ts';
import { cors } from './cors.ts';
import { problemResponse } from './problem-response.ts';
import { parseJsonBody, readBytes, readFields } from './read-json-body.ts';
import { refuseCodedBodies } from './refuse-coded-bodies.ts';
import { requestLog } from './request-log.ts';
import { createTimings, SERVER_TIMING } from './server-timing.ts';

type IfAny<Found, Needs> = [Found] extends [never] ? unknown : Needs;

/** The additional services of some calls: finding users, only if a call accepts their tokens. */
export type ServicesOf<Name extends EndpointName> = RecordServices &
  IfAny<Extract<CredentialOf<Name>, { kind: 'apiKey' }>, IdentityServices> &
  IfAny<Extract<CredentialOf<Name>, { kind: 'accessToken' }>, UserServices>;

type AllServices = RecordServices & UserServices;
type Run = (caller: AnyCaller, input: object) => Promise<object>;

/**
 * The handler of a call: its row's order, authorization rule and schema, and then the use case,
 * which must fit the row.
 */
export function endpoint<Name extends EndpointName, Needs extends ServicesOf<Name>>(
  services: Needs,
  name: Name,
  useCase: UseCase<Name, Needs>,
): ApiHandler {
  const row: Endpoint = ENDPOINTS[name];
  // the types infer the authorized caller and the input from the row that was applied
  const run: Run = (caller, input) =>
    useCase(services, caller as CallerOf<Name>, input as InputOf<Name>);
  // a rule without users uses none of their services
  return stack(services as Needs & AllServices, row, run);
}

/** The checks of credentials, which differ between calls, in the order of `errors.check-order`. */
interface Steps {
  readonly authenticate: ApiMiddleware;
  /** The authorization by the project that the body names. */
  readonly beforeFields?: ApiMiddleware;
  readonly behindFields?: ApiMiddleware;
}

/**
 * How a row's authorization rule is enforced; the authorized caller is in `authorized` afterwards.
 */
function authorizationSteps(services: AllServices, row: Endpoint): Steps {
  const { credential } = row;
  if (credential.kind === 'uploadKey') return { authenticate: authenticateKey(services, row) };
  if (credential.kind === 'invitation') return { authenticate: admitAnyone(services) };
  if (credential.kind === 'apiKey') {
    return {
      authenticate: authenticateEither(services, row),
      beforeFields: callAsMember(services, row, credential),
      behindFields: callWithinProject(row),
    };
  }
  const authenticate = authenticateToken(services);
  return credential.role === null
    ? { authenticate, beforeFields: admitUser() }
    : { authenticate, beforeFields: admitMemberOf(services, row, credential) };
}

/** A step whose time counts as `auth`. */
function asAuth({ before, ...others }: ApiMiddleware): ApiMiddleware {
  return {
    ...others,
    before: async (request) => {
      const { timings } = request.internal;
      const run = async () => before?.(request);
      return timings ? timings.measure('auth', run) : run();
    },
  };
}

function bodySteps(services: AllServices, row: Endpoint): ApiMiddleware[] {
  const { request } = row;
  const { authenticate, beforeFields, behindFields } = authorizationSteps(services, row);
  const isJson = request.kind === 'json';
  return [
    asAuth(authenticate),
    refuseCodedBodies(),
    ...(isJson ? [parseJsonBody()] : []),
    ...(beforeFields ? [asAuth(beforeFields)] : []),
    isJson ? readFields(request, services.isCdnHost) : readBytes(),
    ...(behindFields ? [behindFields] : []),
  ];
}

/**
 * Runs the use case for the authorized caller, on the authorized project; it is audited
 * first if the row says so.
 */
async function answer(
  services: AllServices,
  { row, run }: { readonly row: Endpoint; readonly run: Run },
  { authorized, user, input = {} }: Readonly<ApiInternal>,
  source: Parameters<typeof auditCall>[1]['source'],
): Promise<object> {
  if (!authorized) throw new Error(`nobody was authorized to call ${row.name}`);
  const { projectId: _, ...own } = input as { readonly projectId?: unknown };
  const carryOut = async () => {
    if ('rule' in authorized) requireReachable(authorized);
    return run(authorized, own);
  };
  if (!row.isAudited) return carryOut();
  const call = { contract: row, input: { ...input }, source };
  if ('keyId' in authorized)
    return auditKeyCall(services, { ...call, caller: authorized }, carryOut);
  return user ? auditCall(services, { ...call, user }, carryOut) : carryOut();
}

/**
 * The one middy stack of every API call. `onError` hooks run in reverse: the problem first, then
 * CORS and the log see it.
 */
function stack(services: AllServices, row: Endpoint, run: Run): ApiHandler {
  const middlewares: ApiMiddleware[] = [
    requestLog(services.log, services.clock, row.path),
    ...(row.hasCors ? [cors(services)] : []),
    ...(isForConsole(row) ? [consoleCors(services)] : []),
    problemResponse(services),
    allowMethods(row.hasCors === true),
    ...bodySteps(services, row),
  ];
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>(NO_EARLY_TIMEOUT)
    .use([collectInternal(), ...middlewares] as MiddlewareObj[])
    .handler(async (event: unknown, context: unknown) => {
      const internal = internals.get(context as object) ?? {};
      const { sourceIp } = (event as APIGatewayProxyEvent).requestContext.identity;
      const source = { sourceAddress: sourceIp, requestId: (context as Context).awsRequestId };
      const { timings = createTimings() } = internal;
      const carryOut = () => answer(services, { row, run }, internal, source);
      const body = JSON.stringify(await timings.measure('call', carryOut));
      const headers = { 'Content-Type': 'application/json', [SERVER_TIMING]: timings.header() };
      return { statusCode: 200, headers, body };
    });
  return handler as unknown as ApiHandler;
}

/** middy gives a handler the event and the context, not the results of the middlewares. */
const internals = new WeakMap<object, ApiInternal>();

function collectInternal(): ApiMiddleware {
  return {
    before: async (request) => {
      request.internal.timings = createTimings();
      internals.set(request.context, request.internal);
      return undefined;
    },
  };
}
