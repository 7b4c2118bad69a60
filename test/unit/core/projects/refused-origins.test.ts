import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import {
  type RefusedOrigins,
  recentlyRefused,
  withRefusal,
} from '../../../../core/projects/refused-origins.ts';

const NOW = Date.UTC(2026, 10, 30, 23, 59, 30);
const MINUTE = LIMITS.refusedOriginPauseMs;
const NONE: RefusedOrigins = { origins: [], revision: 0 };

/** The records after refusals, one a minute unless another interval is given. */
function keptAfter(...origins: readonly string[]): RefusedOrigins {
  return origins.reduce(
    (kept, origin, at) => withRefusal(kept, origin, NOW + at * MINUTE) ?? kept,
    NONE,
  );
}

describe('refused origins', () => {
  it('are counted, the latest first, across the end of a month (origins.refused-list)', () => {
    const { origins, revision } = keptAfter(
      'https://a.example',
      'https://b.example',
      'https://a.example',
    );
    expect(revision).toBe(3);
    expect(origins).toEqual([
      { origin: 'https://a.example', count: 2, lastAt: NOW + 2 * MINUTE },
      { origin: 'https://b.example', count: 1, lastAt: NOW + MINUTE },
    ]);
  });

  it('are written at most once a minute, for all callers (origins.refused-list)', () => {
    const kept = keptAfter('https://a.example');
    for (const origin of ['https://a.example', 'https://b.example']) {
      expect(withRefusal(kept, origin, NOW + MINUTE - 1)).toBeUndefined();
      expect(withRefusal(kept, origin, NOW + MINUTE)?.revision).toBe(2);
    }
  });

  it('end after seven days, to the millisecond (origins.refused-list)', () => {
    const { origins } = keptAfter('https://a.example');
    expect(recentlyRefused(origins, NOW + LIMITS.refusedOriginLifeMs - 1)).toHaveLength(1);
    expect(recentlyRefused(origins, NOW + LIMITS.refusedOriginLifeMs)).toEqual([]);
    const later = withRefusal(
      { origins, revision: 1 },
      'https://b.example',
      NOW + LIMITS.refusedOriginLifeMs,
    );
    expect(later?.origins).toHaveLength(1);
  });

  it('are origins that could be allowed, and no other text (origins.refused-list)', () => {
    const hostile = [
      'null',
      '*',
      '',
      'https://*.example.com',
      'http://localhost:*',
      'https://a.example/',
      'https://a.example/path',
      'https://user@a.example',
      'javascript:alert(1)',
      'file://',
      'https://A.example',
      'https://a.example\n',
      '<script>',
      '__proto__',
      `https://${'a'.repeat(300)}.example`,
      'chrome-extension://abcdefgh',
    ];
    for (const origin of hostile) expect(withRefusal(NONE, origin, NOW), origin).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (origin) => {
        const kept = withRefusal(NONE, origin, NOW);
        return kept === undefined || new URL(origin).origin === origin;
      }),
    );
  });

  it('are never more than twenty, and a flood of names leaves those that come again (origins.refused-list)', () => {
    const shop = 'https://shop.example';
    let kept = keptAfter(shop, shop, shop);
    for (let at = 0; at < 200; at += 1) {
      const now = NOW + (3 + at) * MINUTE;
      kept = withRefusal(kept, `https://f${at}.example`, now) ?? kept;
      expect(kept.origins.length).toBeLessThanOrEqual(LIMITS.maxRefusedOrigins);
    }
    expect(kept.origins).toHaveLength(LIMITS.maxRefusedOrigins);
    expect(kept.origins).toContainEqual({ origin: shop, count: 3, lastAt: NOW + 2 * MINUTE });
    expect(kept.origins[0]?.origin).toBe('https://f199.example');
  });
});
