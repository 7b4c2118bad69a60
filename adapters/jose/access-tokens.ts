import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { AccessTokens } from '../../core/ports/members/access-tokens.ts';

/** The requirements on tokens. */
export interface IssuerProfile {
  /** Exactly as in the `iss` of tokens. */
  readonly issuer: string;
  readonly jwksUri: string;
  /**
   * The claim with the audience: `aud` (RFC 9068), or `client_id`. Access tokens of Amazon Cognito
   * have no `aud` (Amazon Cognito Developer Guide, "Understanding the access token").
   */
  readonly audience: { readonly claim: 'aud' | 'client_id'; readonly values: readonly string[] };
}

/** Only asymmetric ones: a token's own header never decides its verification. */
export const TOKEN_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
/** Tolerance for differing clocks. */
const CLOCK_TOLERANCE_SECONDS = 5;
const KEYS = {
  timeoutDuration: 3_000,
  /** A withdrawn key of the issuer verifies nothing after this. */
  cacheMaxAge: 600_000,
  /** An unknown one triggers a fetch, but a flood of unknown ones triggers no more. */
  cooldownDuration: 30_000,
};
const RETRY_AFTER_SECONDS = '5';
/**
 * jose's errors about a token. Any other error is about the keys, which can't be fetched or read:
 * ERR_JOSE_GENERIC is a response other than 200.
 */
const VERDICTS = new Set([
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
  'ERR_JWT_EXPIRED',
  'ERR_JWT_INVALID',
  'ERR_JWS_INVALID',
  'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JOSE_NOT_SUPPORTED',
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
]);

function busy(cause: unknown): ServiceError {
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
  return new ServiceError('busy', {
    detail: 'The keys of the token issuer are not available; retry.',
    headers,
    cause,
  });
}

function isFor({ audience }: IssuerProfile, payload: JWTPayload): boolean {
  const said = payload[audience.claim];
  const names = Array.isArray(said) ? said : [said];
  return names.some((name) => audience.values.includes(name));
}

/** An id token is signed by the same keys, and is no access token. */
function isAccessToken({ token_use, nonce, at_hash }: JWTPayload): boolean {
  if (token_use !== undefined) return token_use === 'access';
  return nonce === undefined && at_hash === undefined;
}

/**
 * OpenID Connect Core 1.0 section 2: seconds of the Unix epoch. `iat` is no replacement: a
 * refreshed token is a new one.
 */
function signInOf({ auth_time }: JWTPayload): { authenticatedAt?: number } {
  const isTime = typeof auth_time === 'number' && Number.isFinite(auth_time);
  return isTime ? { authenticatedAt: auth_time * 1000 } : {};
}

/** Made at the first token: the set loads undici, and requests with an API key need neither. */
function publishedKeys({ jwksUri }: IssuerProfile): JWTVerifyGetKey {
  const url = new URL(jwksUri);
  let keys: JWTVerifyGetKey | undefined;
  return (header, token) => {
    keys ??= createRemoteJWKSet(url, KEYS);
    return keys(header, token);
  };
}

/**
 * Tokens of one issuer, verified by its published keys. A new key is fetched, at most twice a
 * minute, and none is cached for more than ten minutes. Throws `busy` if no keys are available.
 */
export function createJoseAccessTokens(
  profile: IssuerProfile,
  keys: JWTVerifyGetKey = publishedKeys(profile),
): AccessTokens {
  return {
    async identify(token) {
      const verified = await jwtVerify(token, keys, {
        issuer: profile.issuer,
        algorithms: TOKEN_ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['sub', 'exp'],
      }).catch((error: { code?: string }) => {
        // unavailable keys prove nothing about the token
        if (!VERDICTS.has(error.code ?? '')) throw busy(error);
        return undefined;
      });
      const { sub: subject } = verified?.payload ?? {};
      // jose requires that `sub` exists, not that it is text
      if (!verified || typeof subject !== 'string' || subject === '') return undefined;
      const isOurs = isFor(profile, verified.payload) && isAccessToken(verified.payload);
      return isOurs
        ? { issuer: profile.issuer, subject, ...signInOf(verified.payload) }
        : undefined;
    },
  };
}
