import type { OidcContext } from 'oidc-provider';
import type { SignInStore } from '../../adapters/sqlite/sign-in/sign-in-store.ts';
import { CLI_CLIENT, CLI_REDIRECT_URIS } from '../../core/accounts/cli-client.ts';
import { CONSOLE_CLIENT } from '../../core/accounts/console-client.ts';
import { cookieSettings } from './cookie-settings.ts';
import { TOKEN_SECONDS } from './issue-token.ts';
import { LOCAL_AUDIENCE, LOCAL_ISSUER, SIGN_IN_PATH, SIGN_IN_PATHS } from './issuer-profile.ts';
import { INVITATION_PARAMETER } from './next-step.ts';
import { PAGE_HEADERS } from './page-card.ts';
import { faultPage, signOutPage } from './pages.ts';
import { type PrivateKey, SIGNING_ALGORITHM } from './signing-key.ts';

/** The resource of tokens: RFC 8707 requires an absolute URI; their `aud` is LOCAL_AUDIENCE. */
const RESOURCE = 'urn:imagewell:api';
const SCOPES = 'openid email profile offline_access';
const DAYS = 24 * 3_600;

/**
 * The time of the sign-in itself, however often the token was renewed since. Calls that need a
 * recent sign-in read it.
 */
function signedInAt({ oidc: { entities } }: OidcContext) {
  const { AuthorizationCode: code, RefreshToken: renewed } = entities;
  return { auth_time: code?.authTime ?? renewed?.authTime };
}

interface PageContext {
  body?: unknown;
  set(headers: Readonly<Record<string, string>>): void;
}

/** Our own client is never asked whether it may. */
async function grantEverything({ oidc: { client, session, provider } }: OidcContext) {
  const known = session.grantIdFor(client.clientId);
  const found = known && (await provider.Grant.find(known));
  if (found) return found;
  const { clientId } = client;
  const grant = new provider.Grant({ clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPES);
  await grant.save();
  return grant;
}

/** Seconds that a session lives without a use. */
export const SESSION_SECONDS = 14 * DAYS;

const TTL = {
  Session: SESSION_SECONDS,
  Grant: 30 * DAYS,
  RefreshToken: 30 * DAYS,
  Interaction: 3_600,
  IdToken: TOKEN_SECONDS,
  AccessToken: TOKEN_SECONDS,
};

/** Public clients: PKCE stands in for a secret. */
const PUBLIC_CLIENT = {
  // and not `native`, which takes any port of the loopback interface: here as in Amazon Cognito it
  // is one that is registered
  application_type: 'web',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

function clientsAt(baseUrl: string): object[] {
  return [
    {
      ...PUBLIC_CLIENT,
      client_id: CLI_CLIENT.clientId,
      client_name: 'imagewell',
      redirect_uris: CLI_REDIRECT_URIS,
    },
    {
      ...PUBLIC_CLIENT,
      client_id: CONSOLE_CLIENT.clientId,
      client_name: 'imagewell console',
      redirect_uris: [baseUrl + CONSOLE_CLIENT.redirectPath],
      post_logout_redirect_uris: [baseUrl + CONSOLE_CLIENT.signedOutPath],
    },
  ];
}

const FEATURES = {
  devInteractions: { enabled: false },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: async (context: OidcContext & PageContext, form: string) => {
      context.set(PAGE_HEADERS);
      context.body = signOutPage(form);
    },
  },
  pushedAuthorizationRequests: { enabled: false },
  dPoP: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: async (_: unknown, client: { clientId: string }, token: { clientId: string }) =>
      token.clientId === client.clientId,
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: async () => RESOURCE,
    useGrantedResource: async () => true,
    getResourceServerInfo: async () => ({
      scope: '',
      audience: LOCAL_AUDIENCE,
      accessTokenTTL: TOKEN_SECONDS,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: SIGNING_ALGORITHM } },
    }),
  },
};

/**
 * Settings of oidc-provider: public clients with PKCE, JWT access tokens, local storage. The
 * console is at the service's own address.
 */
export function providerSettings(store: SignInStore, key: PrivateKey, baseUrl: string): object {
  const findAccount = async (_: unknown, subject: string) => {
    const user = store.findUser(subject);
    const claims = async () => ({ sub: subject, email: user?.email, email_verified: true });
    return user && { accountId: subject, claims };
  };
  return {
    adapter: (model: string) => store.entries(model),
    clients: clientsAt(baseUrl),
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    jwks: { keys: [key] },
    cookies: {
      keys: [store.secret('cookie key', () => key.kid + crypto.randomUUID())],
      ...cookieSettings(baseUrl),
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [] },
    conformIdTokenClaims: false, // userinfo is ours, so the id token may say the address as well
    scopes: SCOPES.split(' '),
    extraParams: [INVITATION_PARAMETER],
    features: FEATURES,
    findAccount,
    loadExistingGrant: grantEverything,
    extraTokenClaims: async (context: OidcContext) => signedInAt(context),
    formats: {
      customizers: {
        jwt: (_: unknown, __: unknown, token: { payload: { iss: string } }) => {
          token.payload.iss = LOCAL_ISSUER;
        },
      },
    },
    interactions: {
      url: (_: unknown, { uid }: { uid: string }) => `${SIGN_IN_PATH}${SIGN_IN_PATHS.page}${uid}`,
    },
    // as Amazon Cognito does, which knows no scope offline_access
    issueRefreshToken: async () => true,
    pkce: { required: () => true },
    expiresWithSession: async () => false, // two users may take turns in one browser
    ttl: TTL,
    renderError: async (
      context: PageContext,
      { error, error_description }: { error: string; error_description?: string },
    ) => {
      context.set(PAGE_HEADERS);
      context.body = faultPage(error, error_description);
    },
  };
}
