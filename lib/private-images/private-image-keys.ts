import { createHash } from 'node:crypto';
import { LIMITS } from '../../core/foundation/limits.ts';

/**
 * An RSA public key of 2,048 bits with the exponent 65537: the base64 of its SubjectPublicKeyInfo
 * (RFC 5280), 294 bytes of DER. Amazon CloudFront Developer Guide, "Create key pairs for your
 * signers": RSA keys have 2,048 bits.
 */
export const PUBLIC_KEY = /^MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA[A-Za-z0-9+/]{342}IDAQAB$/;

/** The faults of a list of public keys, for the setting and for the prop. */
export function findPrivateImageKeyFaults(keys: readonly string[]): string[] {
  const faults: [boolean, string][] = [
    [
      !keys.every((key) => PUBLIC_KEY.test(key)),
      'must be a public key from `admin private-keys create`',
    ],
    [new Set(keys).size !== keys.length, 'must not repeat a key'],
    [keys.length > LIMITS.maxGrantKeys, `must have at most ${LIMITS.maxGrantKeys} public keys`],
  ];
  return faults.flatMap(([isWrong, text]) => (isWrong ? [text] : []));
}

const NAME_CHARACTERS = 16;

/** The name of a key in a stack: 16 hexadecimal digits of the SHA-256 of its DER. */
export function privateImageKeyName(publicKey: string): string {
  const hash = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
  return hash.slice(0, NAME_CHARACTERS);
}

/** The public key in PEM, in lines of 64 characters (RFC 7468). */
export function publicKeyPem(publicKey: string): string {
  const lines = publicKey.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}

/** The folder of a service's private keys in SSM; the name of a key follows it. */
export function privateKeyFolder(serviceName: string): string {
  return `/imagewell/${serviceName}/private-image-keys/`;
}
