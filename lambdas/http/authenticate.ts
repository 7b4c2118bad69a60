import type { Role } from '../../core/accounts/roles.ts';
import { type Endpoint, type MemberCredential, PROJECT_HEADER } from '../../core/api/endpoint.ts';
import { readProjectId } from '../../core/api/read-body.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { Services } from '../../core/ports/services.ts';
import { admitMember } from '../../core/use-cases/access/admit-member.ts';
import { admitVisitor } from '../../core/use-cases/access/admit-visitor.ts';
import {
  authenticateApiKey,
  authenticateUploadKey,
} from '../../core/use-cases/access/authenticate.ts';
import { authenticateUser, recogniseUser } from '../../core/use-cases/access/authenticate-user.ts';
import { authorizeMember } from '../../core/use-cases/access/authorize-member.ts';
import { requireRunning } from '../../core/use-cases/access/require-running.ts';
import {
  limitOwnUploadRate,
  limitUploadRate,
} from '../../core/use-cases/uploads/limit-upload-rate.ts';
import { type ApiMiddleware, type ApiRequest, addressOf, headerOf } from './api-types.ts';
import { checkOrigin } from './cors.ts';

type KeyNeeds = Pick<
  Services,
  | 'clock'
  | 'keys'
  | 'projects'
  | 'rates'
  | 'refusedOrigins'
  | 'hasRateLimits'
  | 'log'
  | 'operatorCommands'
>;
type MemberNeeds = Parameters<typeof admitMember>[0];
type TokenNeeds = Pick<Services, 'clock' | 'randomBytes' | 'accessTokens' | 'accounts'>;

/**
 * Finds the caller of a key; of an upload, its origin and rate too, in that order
 * (errors.check-order).
 */
export function authenticateKey(
  services: KeyNeeds,
  { credential, isRateLimited }: Endpoint,
): ApiMiddleware {
  return {
    before: async (request) => {
      const { event, internal } = request;
      if (credential.kind === 'apiKey') {
        const apiKey = headerOf(event, 'x-api-key');
        const caller = await authenticateApiKey(services, apiKey, credential.scope);
        requireRunning(caller.project, true);
        if (isRateLimited) await limitOwnUploadRate(services, caller.keyId, caller.project);
        internal.caller = caller;
        internal.authorized = caller;
        return undefined;
      }
      const uploadKey = event.pathParameters?.uploadKey ?? '';
      const caller = await authenticateUploadKey(services, uploadKey);
      internal.caller = caller;
      await checkOrigin(services, request, caller.project);
      // an upload key is public; after the origin check, or the page couldn't read the response
      requireRunning(caller.project, false);
      if (isRateLimited) await limitUploadRate(services, caller.keyId, addressOf(event));
      internal.authorized = caller;
      return undefined;
    },
  };
}

/** Admits a caller without a credential, whose calls are counted by their network. */
export function admitAnyone(services: Parameters<typeof admitVisitor>[0]): ApiMiddleware {
  return {
    before: async ({ event, internal }) => {
      internal.authorized = await admitVisitor(services, addressOf(event));
      return undefined;
    },
  };
}

/** Finds the user of an access token. */
export function authenticateToken(services: TokenNeeds, find = authenticateUser): ApiMiddleware {
  return {
    before: async ({ event, internal }) => {
      internal.user = await find(services, headerOf(event, 'authorization'));
      return undefined;
    },
  };
}

/** Finds the user of an access token if there is one and no API key, else the caller of the key. */
export function authenticateEither(
  services: KeyNeeds & TokenNeeds,
  contract: Endpoint,
): ApiMiddleware {
  const withKey = authenticateKey(services, contract);
  const withToken = authenticateToken(services, recogniseUser);
  return {
    before: (request) => {
      const isPerson =
        !headerOf(request.event, 'x-api-key') && headerOf(request.event, 'authorization');
      return (isPerson ? withToken : withKey).before?.(request) ?? Promise.resolve(undefined);
    },
  };
}

/** Before the validation of fields: checks a user's role in the project that the body names. */
export function admitMemberOf(
  services: MemberNeeds,
  contract: Endpoint,
  credential: MemberCredential,
): ApiMiddleware {
  return {
    before: async ({ internal, event, context }) => {
      const { user, body } = internal;
      if (!user) throw new Error('authenticate set no user');
      const { sourceIp } = event.requestContext.identity;
      const source = { sourceAddress: sourceIp, requestId: context.awsRequestId };
      const call = { contract, credential, user, body, source };
      internal.authorized = await admitMember(services, call);
      return undefined;
    },
  };
}

/** Authorizes a user without a project. */
export function admitUser(): ApiMiddleware {
  return {
    before: async ({ internal }) => {
      if (internal.user) internal.authorized = internal.user;
      return undefined;
    },
  };
}

/** The project that a request names: by its body, or by a header where the body is bytes. */
function readNamedProject(
  { request }: Endpoint,
  { event, internal }: Pick<ApiRequest, 'event' | 'internal'>,
): string | undefined {
  if (request.kind === 'json') return readProjectId(internal.body);
  return readProjectId({ projectId: headerOf(event, PROJECT_HEADER.toLowerCase()) });
}

function askForProject({ request }: Endpoint): ServiceError {
  const name = request.kind === 'json' ? 'projectId' : `The header ${PROJECT_HEADER}`;
  const detail = `${name} is required with an access token.`;
  const errors = [{ pointer: '/projectId', code: 'required', detail }];
  return new ServiceError('validation_failed', { detail, errors });
}

/** The requirements of an API key's call for a member, who may make it too. */
interface EitherRule {
  readonly role: Role;
  readonly isForAccountToo?: true;
}

/** The same for a call that API keys may make too, whose caller the user is then. */
export function callAsMember(
  services: Pick<Services, 'memberships' | 'projects' | 'clock' | 'rates' | 'hasRateLimits'>,
  contract: Endpoint,
  { role, isForAccountToo }: EitherRule,
): ApiMiddleware {
  return {
    before: async (request) => {
      const { internal } = request;
      const { user } = internal;
      if (!user) return undefined;
      const named = readNamedProject(contract, request);
      if (named === undefined && isForAccountToo) {
        internal.authorized = user;
        return undefined;
      }
      if (named === undefined) throw askForProject(contract);
      const rule = { requiredRole: role, reachesDeleted: false };
      internal.caller = await authorizeMember(services, user, named, rule);
      // after the role: a caller without the role to upload costs no write
      if (contract.isRateLimited) {
        await limitOwnUploadRate(services, user.account.accountId, internal.caller.project);
      }
      internal.authorized = internal.caller;
      return undefined;
    },
  };
}

/** After the validation of fields: restricts a key to its own project. */
export function callWithinProject(contract: Endpoint): ApiMiddleware {
  return {
    before: async (request) => {
      const { caller, user } = request.internal;
      const projectId = user ? undefined : readNamedProject(contract, request);
      const isOwn = projectId === undefined || projectId === caller?.project.projectId;
      if (!isOwn) throw new ServiceError('project_not_found');
      return undefined;
    },
  };
}
