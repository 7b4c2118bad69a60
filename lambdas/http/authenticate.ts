import { type Endpoint, roleOf } from '../../core/api/endpoint.ts';
import { readProjectId } from '../../core/api/read-body.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { Services } from '../../core/ports/services.ts';
import { admitMember } from '../../core/use-cases/access/admit-member.ts';
import {
  authenticateApiKey,
  authenticateUploadKey,
} from '../../core/use-cases/access/authenticate.ts';
import {
  authenticatePerson,
  recognisePerson,
} from '../../core/use-cases/access/authenticate-person.ts';
import { memberCaller } from '../../core/use-cases/access/member-caller.ts';
import { requireRunning } from '../../core/use-cases/access/require-running.ts';
import { limitUploadRate } from '../../core/use-cases/uploads/limit-upload-rate.ts';
import { type ApiMiddleware, headerOf } from './api-types.ts';
import { checkOrigin } from './cors.ts';

type KeyNeeds = Pick<Services, 'clock' | 'keys' | 'projects' | 'rates' | 'hasRateLimits' | 'log'>;
type MemberNeeds = Parameters<typeof admitMember>[0];
type TokenNeeds = Pick<Services, 'clock' | 'randomBytes' | 'accessTokens' | 'accounts'>;

/**
 * Finds the caller of a key; of an upload, its origin and rate too, in that order
 * (errors.check-order).
 */
export function authenticateKey(services: KeyNeeds, { credential }: Endpoint): ApiMiddleware {
  return {
    before: async (request) => {
      const { event, internal } = request;
      if (credential.kind === 'apiKey') {
        const apiKey = headerOf(event, 'x-api-key');
        const caller = await authenticateApiKey(services, apiKey, credential.scope);
        requireRunning(caller.project, true);
        internal.caller = caller;
        return undefined;
      }
      const uploadKey = event.pathParameters?.uploadKey ?? '';
      const caller = await authenticateUploadKey(services, uploadKey);
      internal.caller = caller;
      checkOrigin(services, request, caller.project);
      requireRunning(caller.project, false); // an upload key is public; behind the origin, or the page couldn't read it
      await limitUploadRate(services, caller.keyId, event.requestContext.identity.sourceIp);
      return undefined;
    },
  };
}

/** Finds the person of an access token. */
export function authenticateToken(services: TokenNeeds, find = authenticatePerson): ApiMiddleware {
  return {
    before: async ({ event, internal }) => {
      internal.person = await find(services, headerOf(event, 'authorization'));
      return undefined;
    },
  };
}

/** Finds the person of an access token where there is one and no API key, else the caller of the key. */
export function authenticateEither(
  services: KeyNeeds & TokenNeeds,
  contract: Endpoint,
): ApiMiddleware {
  const withKey = authenticateKey(services, contract);
  const withToken = authenticateToken(services, recognisePerson);
  return {
    before: (request) => {
      const isPerson =
        !headerOf(request.event, 'x-api-key') && headerOf(request.event, 'authorization');
      return (isPerson ? withToken : withKey).before?.(request) ?? Promise.resolve(undefined);
    },
  };
}

/** Before the fields: holds a person to a role in the project that the body names. */
export function admitMemberOf(services: MemberNeeds, contract: Endpoint): ApiMiddleware {
  return {
    before: async ({ internal, event, context }) => {
      const { person, body } = internal;
      if (!person || !roleOf(contract)) return undefined;
      const { sourceIp } = event.requestContext.identity;
      const source = { sourceAddress: sourceIp, requestId: context.awsRequestId };
      await admitMember(services, { contract, person, body, source });
      return undefined;
    },
  };
}

/** The same of a call that an API key opens too, whose caller the person is then. */
export function callAsMember(
  services: Pick<Services, 'memberships' | 'projects'>,
  contract: Endpoint,
  isForAccountToo: boolean,
): ApiMiddleware {
  return {
    before: async ({ internal }) => {
      const { person, body } = internal;
      if (!person) return undefined;
      const named = readProjectId(body);
      if (named === undefined && isForAccountToo) return undefined;
      internal.caller = await memberCaller(services, person, named, roleOf(contract) ?? 'owner');
      return undefined;
    },
  };
}

/** Behind the fields: holds a key to its own project. */
export function callWithinProject(): ApiMiddleware {
  return {
    before: async ({ internal }) => {
      const { caller, person } = internal;
      const { projectId, ...input } = internal.input ?? {};
      internal.input = input;
      const isOwn = projectId === undefined || projectId === caller?.project.projectId;
      if (!person && !isOwn) throw new ServiceError('project_not_found');
      return undefined;
    },
  };
}
