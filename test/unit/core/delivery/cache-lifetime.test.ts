import { describe, expect, it } from 'vitest';
import {
  imageCacheControl,
  refusalCacheControl,
} from '../../../../core/use-cases/delivery/cache-lifetime.ts';

const NOW = 1_800_000_000_000;
const at = (seconds: number) => NOW / 1000 + seconds;
const browserMaxAge = 86_400;

describe("an answer's life", () => {
  it.each<[number | null, number | undefined, boolean, number, number]>([
    [null, undefined, false, 86_400, 2_592_000],
    [null, 3_600, false, 3_600, 3_600],
    [null, 100_000, false, 86_400, 100_000],
    [null, 0, false, 0, 0],
    [null, -5, false, 0, 0],
    [null, undefined, true, 60, 60],
    [null, 30, true, 30, 30],
    [1_000, undefined, false, 300, 300],
    [20, 100, false, 20, 20],
    [100, 20, false, 20, 20],
  ])(
    'of an image that ends in %s s, at a URL that ends in %s s, standing in: %s (temporary.delivery, security.exact-expiry, signing.expiry, quotas.transformations, quotas.over-limit)',
    (ends, urlEnds, isOverQuota, browser, edge) => {
      const expiresAt = ends === null ? null : NOW + ends * 1000;
      const urlExpires = urlEnds === undefined ? undefined : at(urlEnds);
      const life = { urlExpires, isOverQuota, maxSeconds: Infinity, browserMaxAge };
      expect(imageCacheControl('everyone', { expiresAt }, life, NOW)).toBe(
        `public, max-age=${browser}, s-maxage=${edge}`,
      );
    },
  );

  it.each<[number, number, number | null, string]>([
    [0, Infinity, null, 'max-age=0, s-maxage=2592000'],
    [1, Infinity, null, 'max-age=1, s-maxage=2592000'],
    [31_536_000, Infinity, null, 'max-age=31536000, s-maxage=2592000'],
    [31_536_000, 60, null, 'max-age=60, s-maxage=60'],
    [31_536_000, Infinity, 1_000, 'max-age=300, s-maxage=300'],
    [20, Infinity, 1_000, 'max-age=20, s-maxage=300'],
  ])(
    'in browsers is the %s s of the project, beside %s s to a better answer and an end in %s s (delivery.cache-lifetime)',
    (chosen, maxSeconds, ends, control) => {
      const life = { urlExpires: undefined, isOverQuota: false, maxSeconds, browserMaxAge: chosen };
      const image = { expiresAt: ends === null ? null : NOW + ends * 1000 };
      expect(imageCacheControl('everyone', image, life, NOW)).toBe(`public, ${control}`);
      expect(imageCacheControl('one', image, life, NOW)).toBe('private, no-store');
      // a thumbnail has an address of its own, which is no address of the project
      expect(imageCacheControl('members', { expiresAt: null }, life, NOW)).toMatch(
        maxSeconds === 60 ? /^private, max-age=60$/ : /^private, max-age=86400$/,
      );
    },
  );

  it('is no longer than the time to a better response (delivery.auto)', () => {
    const life = { urlExpires: undefined, isOverQuota: false, maxSeconds: 60, browserMaxAge };
    expect(imageCacheControl('everyone', { expiresAt: null }, life, NOW)).toBe(
      'public, max-age=60, s-maxage=60',
    );
  });

  it('is rounded down within a second (signing.expiry)', () => {
    const life = { urlExpires: at(10), isOverQuota: false, maxSeconds: 60, browserMaxAge };
    expect(imageCacheControl('everyone', { expiresAt: null }, life, NOW + 1)).toContain(
      'max-age=9,',
    );
  });

  it.each<[number, number | undefined, string]>([
    [404, undefined, 'public, max-age=10'],
    [404, at(60), 'public, max-age=10'],
    [404, at(4), 'public, max-age=4'],
    [400, at(0), 'public, max-age=10'],
    [410, at(-100), 'public, max-age=10'],
    [429, at(4), 'no-store'],
    [503, at(4), 'no-store'],
  ])(
    'of a %i at a URL that ends at %s is %s (delivery.error-lifetime, signing.expiry)',
    (status, urlExpires, control) => {
      expect(refusalCacheControl('everyone', status, urlExpires, NOW)).toBe(control);
    },
  );

  it('is none for one viewer, whatever the image and the refusal (security.one-viewer)', () => {
    for (const urlExpires of [undefined, at(-5), at(0), at(60)]) {
      const life = { urlExpires, isOverQuota: false, maxSeconds: Infinity, browserMaxAge };
      for (const expiresAt of [null, NOW + 1000]) {
        expect(imageCacheControl('one', { expiresAt }, life, NOW)).toBe('private, no-store');
      }
      for (const status of [400, 404, 409, 410, 422, 429, 500, 503]) {
        expect(refusalCacheControl('one', status, urlExpires, NOW)).toBe('private, no-store');
      }
    }
  });
});
