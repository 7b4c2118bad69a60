import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

/** A new key pair that signs grants. */
export interface GrantKeyPair {
  /** The base64 of its SubjectPublicKeyInfo (RFC 5280). */
  readonly publicKey: string;
  /** PEM (PKCS #8). */
  readonly privateKey: string;
}

/**
 * RSA with 2,048 bits (Amazon CloudFront Developer Guide, "Create key pairs for your signers").
 * Takes up to a second, and no thread of the caller.
 */
export async function createGrantKeyPair(): Promise<GrantKeyPair> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKey: publicKey.toString('base64'), privateKey };
}
