import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isAllowedOrigin } from '../../../../core/projects/allowed-origins.ts';
import {
  createKey,
  hashKey,
  isActiveKey,
  isWellFormedKey,
  KEY_PATTERN,
} from '../../../../core/projects/credentials.ts';
import { monthOf, secondsToMonthEnd } from '../../../../core/projects/plans.ts';

describe('keys', () => {
  it('have the published form and a checksum that catches any one wrong character (keys.format)', () => {
    const key = createKey('private_', randomBytes);
    expect(key).toMatch(new RegExp(KEY_PATTERN));
    expect(isWellFormedKey(key, 'private_')).toBe(true);
    expect(isWellFormedKey(key, 'upl_')).toBe(false);
    for (let at = 8; at < key.length; at += 1) {
      const wrong = key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1);
      expect(isWellFormedKey(wrong, 'private_'), wrong).toBe(false);
    }
  });

  it('are the CRC-32 of prefix and random part, in base62 padded with 0 (keys.format)', () => {
    // CRC-32 of 'upl_' and thirty '0', worked out by hand with zlib's crc32: see the six characters
    const key = createKey('upl_', (count) => new Uint8Array(count));
    expect(key.slice(0, 34)).toBe(`upl_${'0'.repeat(30)}`);
    expect(isWellFormedKey(key, 'upl_')).toBe(true);
  });

  it('use every character about as often as any other (keys.format)', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 1000; i += 1) {
      for (const sign of createKey('upl_', randomBytes).slice(4, 34)) {
        counts.set(sign, (counts.get(sign) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 30_000 / 62)).toBeLessThan(150);
  });

  it('are kept as their SHA-256 (security.no-key-in-clear)', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('end at their end and at their revocation (keys.rotation, keys.revocation)', () => {
    const key = {
      keyId: 'k',
      projectId: 'p',
      name: 'n',
      lastFour: 'abcd',
      createdAt: 0,
      lastUsedAt: null,
      expiresAt: null as number | null,
      revokedAt: null as number | null,
    };
    expect(isActiveKey(key, 5)).toBe(true);
    expect(isActiveKey({ ...key, expiresAt: 5 }, 4)).toBe(true);
    expect(isActiveKey({ ...key, expiresAt: 5 }, 5)).toBe(false);
    expect(isActiveKey({ ...key, revokedAt: 1 }, 5)).toBe(false);
  });
});

describe('allowed origins', () => {
  it.each([
    ['http://localhost', true],
    ['http://localhost:80', true],
    ['http://localhost:5173', true],
    ['https://localhost:5173', false],
    ['http://127.0.0.1:5173', false],
    ['http://localhost.evil.example', false],
    ['http://localhost:5173.evil.example', false],
    ['null', false],
    ['', false],
  ])('http://localhost:* and %s: %s (origins.match)', (origin, isAllowed) => {
    expect(isAllowedOrigin(origin, ['http://localhost:*'])).toBe(isAllowed);
  });

  it.each([
    ['https://a.example.com', true],
    ['https://a.b.example.com', false],
    ['https://example.com', false],
    ['http://a.example.com', false],
    ['https://a.example.com:444', false],
    ['https://evilexample.com', false],
    ['https://.example.com', false],
  ])('https://*.example.com and %s: %s (origins.match)', (origin, isAllowed) => {
    expect(isAllowedOrigin(origin, ['https://*.example.com'])).toBe(isAllowed);
  });

  it('match scheme, host and port exactly (origins.match)', () => {
    expect(isAllowedOrigin('https://a.example', ['https://a.example'])).toBe(true);
    expect(isAllowedOrigin('https://a.example:444', ['https://a.example'])).toBe(false);
  });
});

describe('months', () => {
  it('turn at midnight UTC (quotas.month)', () => {
    const end = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
    expect(monthOf(end)).toBe('2026-11');
    expect(monthOf(end + 1)).toBe('2026-12');
    expect(secondsToMonthEnd(end)).toBe(1);
    expect(secondsToMonthEnd(Date.UTC(2026, 10, 1))).toBe(30 * 86_400);
  });
});
