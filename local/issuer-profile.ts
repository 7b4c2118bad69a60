import type { IssuerProfile } from '../adapters/access-tokens/jose.ts';

/** Whom tokens of the local issuer are for. */
export const LOCAL_AUDIENCE = 'imagewell';

/** Tokens of the provider that the local service runs at its own address, below `/oidc`. */
export function localIssuer(baseUrl: string): IssuerProfile {
  const issuer = `${baseUrl}/oidc`;
  return {
    ...{ issuer, jwksUri: `${issuer}/jwks` },
    audience: { claim: 'aud', values: [LOCAL_AUDIENCE] },
  };
}
