import type { IssuerProfile } from '../../adapters/jose/access-tokens.ts';

/** The audience of the tokens of the local issuer. */
export const LOCAL_AUDIENCE = 'imagewell';

/**
 * As its access tokens have it in `iss`: a name without a port, so that a user is the same on every
 * `--port` (docs/decisions/0015).
 */
export const LOCAL_ISSUER = 'http://localhost/oidc';

/** Below it is all of the local issuer. */
export const SIGN_IN_PATH = '/oidc';
/** Relative to SIGN_IN_PATH. */
export const SIGN_IN_PATHS = {
  keys: '/jwks',
  userInfo: '/me',
  page: '/interaction/',
  style: '/page.css',
  script: '/page.js',
} as const;

/** The local issuer, and where it is now. */
export interface LocalIssuer extends IssuerProfile {
  readonly userInfoUrl: string;
}

/** Tokens of the issuer that the local service is itself, at its own address. */
export function localIssuer(baseUrl: string): LocalIssuer {
  const at = `${baseUrl}${SIGN_IN_PATH}`;
  return {
    issuer: LOCAL_ISSUER,
    jwksUri: at + SIGN_IN_PATHS.keys,
    userInfoUrl: at + SIGN_IN_PATHS.userInfo,
    audience: { claim: 'aud', values: [LOCAL_AUDIENCE] },
  };
}
