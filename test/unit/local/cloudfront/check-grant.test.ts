import { createSign, generateKeyPairSync } from 'node:crypto';
import { getSignedCookies, getSignedUrl } from '@aws-sdk/cloudfront-signer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkGrant, matchesWildcards } from '../../../../local/cloudfront/private/check-grant.ts';
import {
  readGrant,
  readPolicy,
  valuesOfCookies,
} from '../../../../local/cloudfront/private/read-grant.ts';

const ORIGIN = 'https://d111111abcdef8.cloudfront.net';
const NOW = Date.UTC(2026, 10, 21, 12);
const AT = Math.floor(NOW / 1000);
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const KEYS = [{ keyPairId: 'K2JCJMDEHXQW5F', pem: publicKey }];
const KEY = { keyPairId: 'K2JCJMDEHXQW5F', privateKey };

/** CloudFront developer guide, "Set signed cookies using a custom policy", example 1. */
const EXAMPLE =
  'eyJTdGF0ZW1lbnQiOlt7IlJlc291cmNlIjoiaHR0cDovL2QxMTExMTFhYmNkZWY4LmNsb3VkZnJvbnQubmV0L2dhbWVfZG93bmxvYWQuemlwIiwiQ29uZGl0aW9uIjp7IklwQWRkcmVzcyI6eyJBV1M6U291cmNlSXAiOiIxOTIuMC4yLjAvMjQifSwiRGF0ZUxlc3NUaGFuIjp7IkFXUzpFcG9jaFRpbWUiOjE0MjY1MDAwMDB9fX1dfQ__';

function check(rawUrl: string, cookie?: string, more: { ip?: string; now?: number } = {}) {
  const request = { rawUrl, cookie, ip: '192.0.2.10', now: NOW, ...more };
  const checked = checkGrant(request, ORIGIN, KEYS);
  return 'refusal' in checked ? checked.refusal : checked.target;
}

const ofCookies = (cookies: object) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
const pathOf = (url: string) => url.slice(ORIGIN.length);

describe('the check of a grant', () => {
  it("reads AWS's documented example of cookies (private.check)", () => {
    const cookie = `CloudFront-Policy=${EXAMPLE}; CloudFront-Signature=dtKhpJ3aUYxqDIwepczPiDb9NXQ_; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F`;
    const grant = readGrant(valuesOfCookies(cookie));
    if (typeof grant === 'string' || !('policy' in grant.signed)) throw new Error('refused');
    expect(readPolicy(grant.signed.policy)).toEqual({
      resource: 'http://d111111abcdef8.cloudfront.net/game_download.zip',
      endsAt: 1_426_500_000,
      startsAt: undefined,
      sourceIp: '192.0.2.0/24',
    });
    expect(check('/game_download.zip', cookie)).toBe('AccessDenied');
    expect(check('/game_download.zip')).toBe('MissingKey');
  });

  it.each(['SHA1', 'SHA256'] as const)(
    "takes what AWS's library signs with %s: canned and custom, URL and cookies (private.check)",
    (algorithm) => {
      const url = `${ORIGIN}/private/a/b.jpg?width=9`;
      const dateLessThan = new Date(NOW + 60_000).toISOString();
      const dateGreaterThan = new Date(NOW - 60_000).toISOString();
      const common = { ...KEY, url, dateLessThan, algorithm };
      const ranged = { ...common, dateGreaterThan, ipAddress: '192.0.2.0/24' };
      for (const input of [common, ranged]) {
        expect(check(pathOf(getSignedUrl(input)))).toBe('/private/a/b.jpg?width=9');
        const cookie = ofCookies(getSignedCookies(input));
        expect(check('/private/a/b.jpg?width=9', cookie)).toBe('/private/a/b.jpg?width=9');
        expect(check('/private/a/b.jpg?width=8', cookie)).toBe('AccessDenied');
      }
      const signed = pathOf(getSignedUrl(ranged));
      expect(check(signed, undefined, { now: NOW + 60_000 })).toBe('AccessDenied');
      expect(check(signed, undefined, { now: NOW + 59_999 })).toBe('/private/a/b.jpg?width=9');
      expect(check(signed, undefined, { now: NOW - 60_000 })).toBe('AccessDenied');
      expect(check(signed, undefined, { ip: '192.0.3.1' })).toBe('AccessDenied');
      expect(check(signed, undefined, { ip: '::ffff:192.0.2.9' })).toBe('/private/a/b.jpg?width=9');
      expect(check(signed, undefined, { ip: '2001:db8::1' })).toBe('AccessDenied');
    },
  );

  it('uses the URL where it has a part of a signature, whatever the cookies (private.check)', () => {
    const url = `${ORIGIN}/private/a/b.jpg`;
    const dateLessThan = new Date(NOW + 60_000).toISOString();
    const cookie = ofCookies(getSignedCookies({ ...KEY, url, dateLessThan }));
    expect(check('/private/a/b.jpg', cookie)).toBe('/private/a/b.jpg');
    expect(check('/private/a/b.jpg?Signature=x', cookie)).toBe('MissingKey');
    expect(check('/private/a/b.jpg?Key-Pair-Id=KX&Signature=abcd&Expires=1', cookie)).toBe(
      'InvalidKey',
    );
  });

  it.each([
    ['no JSON', 'MalformedPolicy'],
    ['{"Statement":[]}', 'MalformedPolicy'],
    ['{"Statement":[{"Resource":"*","Condition":{}}]}', 'MalformedPolicy'],
    [
      `{"Statement":[{"Resource":"*","Condition":{"DateLessThan":{"AWS:EpochTime":${AT + 9}}}}]}`,
      '/private/a.jpg',
    ],
    [
      `{"Statement":[{"Resource":"http*://*/private/?.jpg","Condition":{"DateLessThan":{"AWS:EpochTime":${AT + 9}}}}]}`,
      '/private/a.jpg',
    ],
    [
      `{"Statement":[{"Resource":"*","Condition":{"DateLessThan":{"AWS:EpochTime":"${AT + 9}"}}}]}`,
      'MalformedPolicy',
    ],
    [
      `{"Statement":[{"Resource":"*","Condition":{"DateLessThan":{"AWS:EpochTime":${AT + 9}},"IpAddress":{"AWS:SourceIp":"1.2.3.4/99"}}}]}`,
      'AccessDenied',
    ],
  ])('of the signed policy %s answers %s (private.check)', (policy, answer) => {
    const encode = (bytes: Buffer) =>
      bytes.toString('base64').replace(/\+/g, '-').replace(/=/g, '_').replace(/\//g, '~');
    const signature = encode(createSign('RSA-SHA1').update(policy).sign(privateKey));
    const query = `Policy=${encode(Buffer.from(policy))}&Signature=${signature}&Key-Pair-Id=${KEY.keyPairId}`;
    expect(check(`/private/a.jpg?${query}`)).toBe(answer);
  });

  it('matches wildcards as a regular expression does, on 5,000 pairs (private.check)', () => {
    const letters = fc.stringMatching(/^[ab/?*.]{0,12}$/);
    fc.assert(
      fc.property(letters, letters, (text, pattern) => {
        const source = pattern.replace(/[.*?/]/g, (letter) =>
          letter === '*' ? '[^]*' : letter === '?' ? '[^]' : `\\${letter}`,
        );
        expect(matchesWildcards(text, pattern)).toBe(new RegExp(`^${source}$`).test(text));
      }),
      { numRuns: 5_000, seed: 7 },
    );
  });

  it('never throws, whatever the query and the cookies (private.check)', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (query, cookie) => {
        check(`/private/a.jpg?${query}`, cookie);
        check(`/private/a.jpg?Policy=${query}&Signature=${query}&Key-Pair-Id=${KEY.keyPairId}`);
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });
});
