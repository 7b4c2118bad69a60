import { createHash } from 'node:crypto';

/**
 * The keys of a stack's private images at the same time: one signs, and the other ends or begins
 * with a rotation. CloudFront allows five in a key group (Amazon CloudFront Developer Guide,
 * "Quotas on key groups").
 */
export const MAX_PRIVATE_IMAGE_KEYS = 2;

/**
 * An RSA public key of 2,048 bits with the exponent 65537: the base64 of its SubjectPublicKeyInfo
 * (RFC 5280), 294 bytes of DER. Amazon CloudFront Developer Guide, "Create key pairs for your
 * signers": RSA keys have 2,048 bits.
 */
export const PUBLIC_KEY = /^MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA[A-Za-z0-9+/]{342}IDAQAB$/;

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
