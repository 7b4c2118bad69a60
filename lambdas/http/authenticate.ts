import type { Endpoint } from '../../core/contract/endpoint.ts';
import type { Services } from '../../core/ports.ts';
import { authenticateApiKey, authenticateUploadKey } from '../../core/use-cases/authenticate.ts';
import { authenticatePerson } from '../../core/use-cases/authenticate-person.ts';
import { limitUploadRate } from '../../core/use-cases/limit-upload-rate.ts';
import { type ApiMiddleware, headerOf } from './api-types.ts';
import { checkOrigin } from './cors.ts';

type KeyNeeds = Pick<Services, 'clock' | 'keys' | 'projects' | 'rates' | 'hasRateLimits' | 'log'>;
type TokenNeeds = Pick<Services, 'clock' | 'randomBytes' | 'accessTokens' | 'accounts'>;

/** Finds the caller of a key; of an upload, its origin and rate too, in that order (CONTRACT C2.12). */
export function authenticateKey(services: KeyNeeds, { credential }: Endpoint): ApiMiddleware {
  return {
    before: async (request) => {
      const { event, internal } = request;
      if (credential.kind === 'apiKey') {
        const apiKey = headerOf(event, 'x-api-key');
        internal.caller = await authenticateApiKey(services, apiKey, credential.scope);
        return undefined;
      }
      const uploadKey = event.pathParameters?.uploadKey ?? '';
      internal.caller = await authenticateUploadKey(services, uploadKey);
      checkOrigin(services, request, internal.caller.project);
      await limitUploadRate(
        services,
        internal.caller.keyId,
        event.requestContext.identity.sourceIp,
      );
      return undefined;
    },
  };
}

/** Finds the person of an access token. */
export function authenticateToken(services: TokenNeeds): ApiMiddleware {
  return {
    before: async ({ event, internal }) => {
      internal.person = await authenticatePerson(services, headerOf(event, 'authorization'));
      return undefined;
    },
  };
}
