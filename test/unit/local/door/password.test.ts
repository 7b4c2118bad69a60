import { describe, expect, it } from 'vitest';
import {
  createPasswordHashes,
  type DeriveKey,
  HashQueueFullError,
} from '../../../../local/door/password-hash.ts';
import { findPasswordFault } from '../../../../local/door/password-rule.ts';

const PASSWORD = 'correct horse battery';

/** Counts the derivations, and holds each until it is let go. */
function heldDerivation() {
  const costs: object[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const derive: DeriveKey = async (password, salt, { keyBytes, ...cost }) => {
    costs.push({ N: cost.N, r: cost.r, p: cost.p, keyBytes });
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((go) => waiting.push(go));
    running -= 1;
    return Buffer.concat([Buffer.from(password), salt, Buffer.alloc(keyBytes)]).subarray(
      0,
      keyBytes,
    );
  };
  const letGo = async () => {
    while (waiting.length > 0) {
      waiting.shift()?.();
      await new Promise((next) => setImmediate(next));
    }
  };
  return { derive, costs, letGo, most: () => most };
}

describe('a password', () => {
  it('is kept as a memory-hard hash with its parameters and a salt (security.own-accounts)', async () => {
    const { make, verify } = createPasswordHashes();
    const [first, second] = await Promise.all([make(PASSWORD), make(PASSWORD)]);
    expect(first).toMatch(/^\$scrypt\$N=32768,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
    expect(second).not.toBe(first);
    expect(first).not.toContain(PASSWORD);
    expect(await verify(PASSWORD, first)).toBe(true);
    expect(await verify(`${PASSWORD} `, first)).toBe(false);
    // a letter with its accent apart is the same letter
    const accent = await make('cafe\u0301 au lait, noir');
    expect(await verify('caf\u00e9 au lait, noir', accent)).toBe(true);
  });

  it('is verified by the parameters of its hash, and a hash of another form is a fault (security.own-accounts)', async () => {
    const held = heldDerivation();
    const { verify } = createPasswordHashes(held.derive);
    const verified = verify(
      PASSWORD,
      `$scrypt$N=16384,r=8,p=5$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    );
    await new Promise((next) => setImmediate(next));
    await held.letGo();
    await verified;
    expect(held.costs).toEqual([{ N: 16_384, r: 8, p: 5, keyBytes: 32 }]);
    await expect(verify(PASSWORD, 'plain')).rejects.toThrow('another form');
  });

  it('of an unknown address costs the same work as a wrong one (security.own-accounts)', async () => {
    const { make } = createPasswordHashes();
    const known = await make(PASSWORD);
    const counts: object[][] = [];
    for (const stored of [known, undefined, null]) {
      const held = heldDerivation();
      const answer = createPasswordHashes(held.derive).verify('another password', stored);
      await new Promise((next) => setImmediate(next));
      await held.letGo();
      expect(await answer).toBe(false);
      counts.push(held.costs);
    }
    expect(counts[0]).toHaveLength(1);
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[2]).toEqual(counts[0]);
  });

  it('is hashed two at a time at most, and of those that wait the 33rd is refused (security.own-accounts)', async () => {
    const held = heldDerivation();
    const { make } = createPasswordHashes(held.derive);
    const all = Array.from({ length: 35 }, () => make(PASSWORD).catch((error: Error) => error));
    await new Promise((next) => setImmediate(next));
    expect(held.costs).toHaveLength(2);
    await held.letGo();
    const ended = await Promise.all(all);
    expect(held.most()).toBe(2);
    expect(ended.filter((one) => one instanceof HashQueueFullError)).toHaveLength(1);
    expect(ended.at(-1)).toBeInstanceOf(HashQueueFullError);
    const after = make(PASSWORD);
    await new Promise((next) => setImmediate(next));
    await held.letGo();
    expect(await after).toMatch(/^\$scrypt/); // places are given back
  });

  it.each([
    ['elevenchars', 'short'],
    ['twelve chars', undefined],
    ['ÄÖÜ漢字漢字ÄÖÜ漢字', undefined],
    ['𝒳'.repeat(11), 'short'],
    ['a sentence '.repeat(12), 'long'],
    ['Password123456', 'known'],
    ['p-a-s-s-w-o-r-d-1-2-3-4-5-6', 'known'],
    ['correcthorsebatterystaple', 'known'],
    ['qwertyuiop123!!', 'known'],
    ['abababababab', 'known'],
    ['xxxxxxxxxxxxxxx', 'known'],
    ['2024Password!2024', 'known'],
    ['password horse', undefined],
    ['Mira@Workshop.Example', 'known'],
    ['no digits or signs here', undefined],
    [PASSWORD, undefined],
  ])('%j is taken or refused: %s (local.door)', (password, fault) => {
    expect(findPasswordFault(password, 'mira@workshop.example')).toBe(fault);
  });

  it('of any length is checked in bounded work (local.door)', () => {
    expect(findPasswordFault('ab'.repeat(500_000), 'a@b.co')).toBe('long');
  });
});
