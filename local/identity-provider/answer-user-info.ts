import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLocalJWKSet } from 'jose';
import { createJoseAccessTokens } from '../../adapters/jose/access-tokens.ts';
import type { SignInStore } from '../../adapters/sqlite/sign-in/sign-in-store.ts';
import { localIssuer } from './issuer-profile.ts';
import { type PrivateKey, publicPart } from './signing-key.ts';

/**
 * The local issuer's userinfo endpoint. oidc-provider's own takes no token that is for an API, and
 * knows none that the token command printed.
 */
export function createUserInfoAnswer(store: SignInStore, key: PrivateKey) {
  const tokens = createJoseAccessTokens(
    localIssuer('http://localhost'), // its keys are at hand
    createLocalJWKSet({ keys: [publicPart(key)] }),
  );
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.resume();
    const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const identity = await tokens.identify(token);
    const user = identity && store.findUser(identity.subject);
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
    if (!user) {
      const challenge = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
      response.writeHead(401, { ...headers, ...challenge }).end('{"error":"invalid_token"}');
      return;
    }
    const { subject: sub, email } = user;
    const name = store.accounts.find(sub)?.name;
    const claims = { sub, email, email_verified: true, ...(name !== undefined && { name }) };
    response.writeHead(200, headers).end(JSON.stringify(claims));
  };
}
