import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { CredentialOf, InputOf } from '../../core/api/call-types.ts';
import type { Endpoint } from '../../core/api/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../core/api/endpoints.ts';
import { auditCall } from '../../core/use-cases/access/audit-call.ts';
import { requireReachable } from '../../core/use-cases/access/authorize-member.ts';
import type { AnyCaller, CallerOf, UseCase } from '../../core/use-cases/access/callers.ts';
import type { IdentityServices } from '../composition/identity-services.ts';
import type { RecordServices } from '../composition/services.ts';
import type { UserServices } from '../composition/user-services.ts';
import { allowMethods } from './allow-methods.ts';
import type { ApiHandler, ApiInternal, ApiMiddleware } from './api-types.ts';
import {
  admitMemberOf,
  admitUser,
  authenticateEither,
  authenticateKey,
  authenticateToken,
  callAsMember,
  callWithinProject,
} from './authenticate.ts';
import { cors } from './cors.ts';
import { problemResponse } from './problem-response.ts';
import { parseJsonBody, readBytes, readFields } from './read-json-body.ts';
import { refuseCodedBodies } from './refuse-coded-bodies.ts';
import { requestLog } from './request-log.ts';

type IfAny<Found, Needs> = [Found] extends [never] ? unknown : Needs;

/**
 * What the middleware needs for some calls: what finds users only where a call takes their tokens.
 */
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
  // who was authorized and what was read by a row are what the types infer from that row
  const run: Run = (caller, input) =>
    useCase(services, caller as CallerOf<Name>, input as InputOf<Name>);
  // a rule that finds no users touches none of their services
  return stack(services as Needs & AllServices, row, run);
}

/** What differs between calls of what their caller shows, in the order of `errors.check-order`. */
interface Steps {
  readonly authenticate: ApiMiddleware;
  /** Who may call at all, by the project that the body names. */
  readonly beforeFields?: ApiMiddleware;
  readonly behindFields?: ApiMiddleware;
}

/**
 * How a row's authorization rule is enforced; whom it lets in stands in `authorized` afterwards.
 */
function authorizationSteps(services: AllServices, row: Endpoint): Steps {
  const { credential } = row;
  if (credential.kind === 'uploadKey') return { authenticate: authenticateKey(services, row) };
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

function bodySteps(services: AllServices, row: Endpoint): ApiMiddleware[] {
  const { request } = row;
  const { authenticate, beforeFields, behindFields } = authorizationSteps(services, row);
  const isJson = request.kind === 'json';
  return [
    authenticate,
    refuseCodedBodies(),
    ...(isJson ? [parseJsonBody()] : []),
    ...(beforeFields ? [beforeFields] : []),
    isJson ? readFields(request, services.isCdnHost) : readBytes(),
    ...(behindFields ? [behindFields] : []),
  ];
}

/**
 * Runs the use case for whoever was let in, on the project that they were let into; a call of a
 * user as the row says, written down first.
 */
async function answer(
  services: AllServices,
  { row, run }: { readonly row: Endpoint; readonly run: Run },
  { authorized, user: person, input = {} }: Readonly<ApiInternal>,
  source: Parameters<typeof auditCall>[1]['source'],
): Promise<object> {
  if (!authorized) throw new Error(`nobody was authorized to call ${row.name}`);
  const { projectId: _, ...own } = input as { readonly projectId?: unknown };
  const carryOut = async () => {
    if ('rule' in authorized) requireReachable(authorized);
    return run(authorized, own);
  };
  const isAudited = row.isAudited && person && row.credential.kind === 'accessToken';
  if (!isAudited) return carryOut();
  const sent = { ...input };
  return auditCall(services, { contract: row, user: person, input: sent, source }, carryOut);
}

/**
 * The one middy stack of every API call. `onError` hooks run in reverse: the problem first, then
 * CORS and the log see it.
 */
function stack(services: AllServices, row: Endpoint, run: Run): ApiHandler {
  const middlewares: ApiMiddleware[] = [
    requestLog(services.log, services.clock, row.path),
    ...(row.hasCors ? [cors(services)] : []),
    problemResponse(services),
    allowMethods(row.hasCors),
    ...bodySteps(services, row),
  ];
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use([collectInternal(), ...middlewares] as MiddlewareObj[])
    .handler(async (event: unknown, context: unknown) => {
      const internal = internals.get(context as object) ?? {};
      const { sourceIp } = (event as APIGatewayProxyEvent).requestContext.identity;
      const source = { sourceAddress: sourceIp, requestId: (context as Context).awsRequestId };
      const answered = await answer(services, { row, run }, internal, source);
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
