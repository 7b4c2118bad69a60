import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '../foundation/nondeterminism.ts';
import { textToSign } from '../images/canonical-address.ts';
import { type AnyImageId, encodeIdBytes } from '../images/ids.ts';
import type { OutputFormat } from '../transform/formats.ts';

/**
 * The secret that signs the URLs of a project. Unlike a key's, its text is stored: a verifier must
 * compute the signature itself.
 */
export interface SigningSecret {
  readonly secretId: string;
  readonly secret: string;
  readonly createdAt: number;
}

const SECRET_BYTES = 32; // the output size of SHA-256: RFC 2104 section 3

/** A new key of an HMAC: 43 characters of base64url, which are the key themselves. */
export function createSecretText(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');
}

/** A new secret. */
export function createSigningSecret(randomBytes: RandomBytes, createdAt: number): SigningSecret {
  return {
    secretId: `sec_${encodeIdBytes(randomBytes(26))}`,
    secret: createSecretText(randomBytes),
    createdAt,
  };
}

/** The signature of a text (signing.canonical-form). */
export function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/**
 * The text that a signature of an original covers. It begins as no other signed text does, so a
 * back end that signs the addresses of its visitors never opens an original by that.
 */
export function originalTextToSign(id: AnyImageId, format: OutputFormat, expires: number): string {
  return `original:${textToSign(id, format, { expires })}`;
}

/** Whether one of the secrets made this signature of the text, in constant time. */
export function isSignedBy(
  secrets: readonly Pick<SigningSecret, 'secret'>[],
  text: string,
  signature: string,
): boolean {
  const given = Buffer.from(signature);
  const matches = secrets.map(({ secret }) => {
    // as texts: in base64url the last of 43 characters has two bits that belong to no byte
    const expected = Buffer.from(sign(text, secret));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return matches.includes(true);
}
