import { createLocalJWKSet, importJWK, type JWK } from 'jose';
import * as oauth from 'oauth4webapi';
import { TOKEN_ALGORITHMS } from '../../adapters/jose/access-tokens.ts';
import { fields, list, object } from '../../adapters/rows/columns.ts';
import { isLoopbackHost } from '../../core/images/image-reference.ts';

/** The functions of a stack wait as long for keys; an issuer that needs more is down for them. */
const ANSWER_MS = 3_000;
/** RFC 7518 section 3.3: an RSA key has at least these bits. */
const MIN_RSA_BITS = 2_048;
const BITS_OF_BYTE = 8;

/** The description of an issuer; throws where it has none, or names another issuer. */
export async function readIssuer(issuer: string): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, {
    [oauth.allowInsecureRequests]: isLoopbackHost(url.host),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return oauth.processDiscoveryResponse(url, response);
}

/** The algorithm by which a key without one verifies tokens; undefined where we accept none. */
function algorithmOf({ alg, kty, crv }: JWK): string | undefined {
  const known = { RSA: 'RS256', 'EC P-256': 'ES256', 'OKP Ed25519': 'EdDSA' };
  return alg ?? new Map(Object.entries(known)).get(crv === undefined ? `${kty}` : `${kty} ${crv}`);
}

const readKeySet = fields({ keys: list(object) });

async function isUsable(key: JWK): Promise<boolean> {
  const algorithm = algorithmOf(key);
  if (key.use !== undefined && key.use !== 'sig') return false;
  if (algorithm === undefined || !TOKEN_ALGORITHMS.includes(algorithm)) return false;
  const bits = Buffer.from(key.n ?? '', 'base64url').length * BITS_OF_BYTE;
  if (key.kty === 'RSA' && bits < MIN_RSA_BITS) return false;
  return importJWK(key, algorithm).then(
    () => true,
    () => false,
  );
}

/**
 * The number of published keys that can verify access tokens. Throws where the URL answers no set
 * of keys; a redirect is none, as for the functions of a stack.
 */
export async function countUsableKeys(url: string): Promise<number> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(url, { signal, redirect: 'manual' });
  if (response.status !== 200) throw new Error(`it answers ${response.status}`);
  const keys = [...readKeySet(await response.json()).keys];
  createLocalJWKSet({ keys }); // throws where it is no set of keys
  const usable = await Promise.all(keys.map(isUsable));
  return usable.filter(Boolean).length;
}
