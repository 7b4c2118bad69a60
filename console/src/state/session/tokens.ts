import * as oauth from 'oauth4webapi';
import { findIssuer, redirectUri } from './issuer.ts';

/** The tokens of a sign-in in this page; in memory alone. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
  readonly expiresAt: number;
  readonly email: string | undefined;
}

/** The secrets of one visit to the issuer. */
export interface Visit {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The life of a token whose response names none. */
const DEFAULT_SECONDS = 300;

function readTokens(answer: oauth.TokenEndpointResponse, before?: Tokens): Tokens {
  const { access_token, refresh_token, id_token, expires_in = DEFAULT_SECONDS } = answer;
  const claims = oauth.getValidatedIdTokenClaims(answer);
  const email = claims?.email;
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? before?.refreshToken,
    idToken: id_token ?? before?.idToken,
    expiresAt: Date.now() + expires_in * 1000,
    email: typeof email === 'string' ? email : before?.email,
  };
}

/** New secrets for one visit. */
export function startVisit(): Visit {
  return {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
}

/** The wishes of a visit to the issuer. */
export interface VisitOptions {
  /** `none` shows nothing, and fails without a session; `login` asks for credentials again. */
  readonly prompt?: 'none' | 'login' | undefined;
  /** A ticket of the service for who it has let in. */
  readonly loginHint?: string | undefined;
  /** The page of the service's own issuer says that it leads back to this invitation. */
  readonly invitationId?: string | undefined;
}

/** The issuer's page for a visit. */
export async function visitAddress(
  visit: Visit,
  { prompt, loginHint, invitationId }: VisitOptions = {},
): Promise<string> {
  const { server, client } = await findIssuer();
  const address = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri(),
    scope: 'openid email',
    state: visit.state,
    nonce: visit.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(visit.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  if (prompt) address.searchParams.set('prompt', prompt);
  if (loginHint !== undefined) address.searchParams.set('login_hint', loginHint);
  const isOwnIssuer = address.origin === location.origin;
  if (invitationId !== undefined && isOwnIssuer)
    address.searchParams.set('invitation', invitationId);
  return address.href;
}

/** Exchanges the code that the issuer sent back; throws if it sent a refusal. */
export async function exchangeCode(sentBack: URL, visit: Visit): Promise<Tokens> {
  const { server, client, options } = await findIssuer();
  const parameters = oauth.validateAuthResponse(server, client, sentBack, visit.state);
  const none = oauth.None();
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    none,
    parameters,
    redirectUri(),
    visit.verifier,
    options,
  );
  const expected = { expectedNonce: visit.nonce, requireIdToken: true };
  return readTokens(
    await oauth.processAuthorizationCodeResponse(server, client, response, expected),
  );
}

/** New tokens by the refresh token; undefined if the issuer refuses it. */
export async function renewTokens(tokens: Tokens): Promise<Tokens | undefined> {
  if (tokens.refreshToken === undefined) return undefined;
  const { server, client, options } = await findIssuer();
  const none = oauth.None();
  const given = [none, tokens.refreshToken, options] as const;
  const response = await oauth.refreshTokenGrantRequest(server, client, ...given);
  try {
    return readTokens(await oauth.processRefreshTokenResponse(server, client, response), tokens);
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return undefined;
    throw error;
  }
}

/** Tells the issuer that these tokens have ended, where it takes such word. */
export async function revokeTokens({ refreshToken, accessToken }: Tokens): Promise<void> {
  const { server, client, options } = await findIssuer();
  if (server.revocation_endpoint === undefined) return;
  const given = [oauth.None(), refreshToken ?? accessToken, options] as const;
  await oauth.revocationRequest(server, client, ...given);
}
