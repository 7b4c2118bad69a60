import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import type { SignInStore } from '../../adapters/sqlite/sign-in/sign-in-store.ts';

export const SIGNING_ALGORITHM = 'RS256';

/** A private key as a JSON Web Key. */
export type PrivateKey = JWK & { readonly kid: string };

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const facts = { kid: randomUUID(), alg: SIGNING_ALGORITHM, use: 'sig' };
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...facts });
}

/** The key that a data folder's tokens are signed with; never leaves it. */
export function readSigningKey(store: SignInStore): PrivateKey {
  return JSON.parse(store.secret('signing key', makeKey));
}

/** The public part of the key. */
export function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return JSON.parse(JSON.stringify({ kty, n, e, kid, alg, use }));
}
