import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signImageUrl } from '../../../../client/src/sign-image-url.ts';
import { textToSign } from '../../../../core/images/canonical-address.ts';
import { parseImagePath } from '../../../../core/images/image-url.ts';
import {
  createSigningSecret,
  isSignedBy,
  sign,
} from '../../../../core/projects/signing-secrets.ts';
import { parseQuery } from '../../../../core/transform/query.ts';
import { pairsOfQueryText } from '../../../../core/transform/query-text.ts';

const DOCUMENT = readFileSync('docs/signed-urls.md', 'utf8');
const documented = (pattern: RegExp) => pattern.exec(DOCUMENT)?.[1] ?? '';
const secret = documented(/^secret +(\S+)$/m);
const expires = Number(documented(/^expires +(\d+)$/m));
/** The rows of the table of vectors: the request, the signed text, the signature. */
const VECTORS = [
  ...DOCUMENT.matchAll(/^\| `(\/res\/\S+)` \| `(\/res\/\S+)` \| `([\w-]{43})` \|$/gm),
];

function textOf(address: string): string {
  const [path = '', query = ''] = address.split('?');
  const image = parseImagePath(path);
  if (image.fault !== undefined) throw new Error(address);
  const { parameters } = parseQuery(pairsOfQueryText(query));
  return textToSign(image.id, image.format, { ...parameters, expires });
}

describe('the test vectors of docs/signed-urls.md', () => {
  it.each(
    VECTORS.map(([, requested = '', text = '', signature = '']) => [requested, text, signature]),
  )('%s is signed as %s (signing.canonical-form)', async (requested, text, signature) => {
    expect(textOf(requested)).toBe(text);
    expect(createHmac('sha256', secret).update(text).digest('base64url')).toBe(signature);
    expect(sign(text, secret)).toBe(signature);
    const signed = new URL(
      await signImageUrl(`https://a.example${requested}`, { secret, expires }),
    );
    expect(signed.searchParams.get('signature')).toBe(signature);
  });

  it('are there', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(6);
    expect(secret).toHaveLength(43);
  });
});

describe('a signature', () => {
  const secrets = [createSigningSecret(randomBytes, 1), createSigningSecret(randomBytes, 2)];
  const text = '/res/img_a.jpg?expires=1';

  it('holds by either secret, and by no other (signing.secrets)', () => {
    for (const secret of secrets)
      expect(isSignedBy(secrets, text, sign(text, secret.secret))).toBe(true);
    const other = createSigningSecret(randomBytes, 3);
    expect(isSignedBy(secrets, text, sign(text, other.secret))).toBe(false);
    expect(isSignedBy([], text, sign(text, other.secret))).toBe(false);
  });

  it('fails if any of its characters differs, the last two bits included (signing.canonical-form)', () => {
    const signature = sign(text, secrets[0]?.secret ?? '');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    let tried = 0;
    for (let at = 0; at < signature.length; at += 1) {
      for (const character of alphabet) {
        if (character === signature[at]) continue;
        tried += 1;
        const altered = signature.slice(0, at) + character + signature.slice(at + 1);
        expect(isSignedBy(secrets, text, altered)).toBe(false);
      }
    }
    expect(tried).toBe(43 * 63);
    for (const cut of ['', signature.slice(1), `${signature}=`, `${signature}A`]) {
      expect(isSignedBy(secrets, text, cut)).toBe(false);
    }
  });

  it('fails for any other text (signing.canonical-form)', () => {
    const signature = sign(text, secrets[1]?.secret ?? '');
    fc.assert(
      fc.property(fc.string(), (other) => {
        expect(isSignedBy(secrets, other, signature)).toBe(other === text);
      }),
    );
  });

  it('a secret has 32 random bytes, written in base64url (signing.secrets)', () => {
    const result = Array.from({ length: 50 }, () => createSigningSecret(randomBytes, 1));
    expect(new Set(result.map((entry) => entry.secret)).size).toBe(50);
    for (const entry of result) {
      expect(entry.secret).toMatch(/^[\w-]{43}$/);
      expect(entry.secretId).toMatch(/^sec_[a-z2-7]{26}$/);
    }
  });
});
