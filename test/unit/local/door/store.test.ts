import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_RESERVE } from '../../../../adapters/folder/disk/reserve.ts';
import { MAX_FAILURES, WAIT_MS } from '../../../../adapters/sqlite/sign-in/attempts.ts';
import {
  openSqliteSignInStore,
  type SignInStore,
} from '../../../../adapters/sqlite/sign-in/sign-in-store.ts';
import { digestSecret, makeSetupLink, SETUP_LINK_MS } from '../../../../local/door/setup-link.ts';
import { subjectOfEmail } from '../../../../local/identity-provider/users.ts';

const NOW = 1_800_000_000_000;
const MIRA = 'mira@workshop.example';
let folder: string;
let path: string;
let store: SignInStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'imagewell-door-'));
  path = join(folder, 'sign-in.db');
  store = openSqliteSignInStore(path, NO_RESERVE);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const reopen = () => {
  store.close();
  store = openSqliteSignInStore(path, NO_RESERVE);
};
const link = (email: string | null = null, now = NOW) => {
  const made = makeSetupLink(store, 'https://a.example', email, now);
  return digestSecret(made.split('#')[1]) ?? '';
};
const finish = (digest: string, email = MIRA, now = NOW, password = 'a hash') =>
  store.accounts.finishSetUp({
    digest,
    account: { subject: subjectOfEmail(email), email, name: 'Mira', pendingProject: null },
    credential: { password },
    now,
  });
const PASSKEY = { credentialId: 'id', publicKey: 'key', counter: 7, transports: ['internal'] };

describe('a set-up link', () => {
  it('has 256 bits in the fragment, and only their digest is stored (security.own-accounts)', () => {
    const made = makeSetupLink(store, 'https://a.example', null, NOW);
    const [before, secret = ''] = made.split('#');
    expect(before).toBe('https://a.example/setup');
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    store.close();
    const db = new DatabaseSync(path);
    const kept = JSON.stringify(db.prepare('SELECT * FROM setup_links').all());
    db.close();
    store = openSqliteSignInStore(path, NO_RESERVE);
    expect(kept).not.toContain(secret);
    expect(kept).toContain(digestSecret(secret));
  });

  it('is used once, by finishing and not by looking (security.own-accounts)', () => {
    const digest = link();
    for (let look = 0; look < 3; look += 1)
      expect(store.accounts.findLink(digest, NOW)).toBeDefined();
    expect(finish(digest)).toBe('finished');
    expect(finish(digest, 'eve@evil.example')).toBe('unknown');
    expect(store.accounts.findByEmail('eve@evil.example')).toBeUndefined();
    expect(store.accounts.findLink(digest, NOW)).toBeUndefined();
  });

  it('ends after 30 minutes (security.own-accounts)', () => {
    const digest = link();
    expect(store.accounts.findLink(digest, NOW + SETUP_LINK_MS - 1)).toBeDefined();
    expect(finish(digest, MIRA, NOW + SETUP_LINK_MS)).toBe('unknown');
    expect(store.accounts.hasWayIn()).toBe(false);
  });

  it('that meets an account with its address changes nothing, and is not used up (security.own-accounts)', () => {
    finish(link());
    const second = link();
    expect(finish(second, MIRA, NOW, 'another hash')).toBe('taken');
    expect(store.accounts.findByEmail(MIRA)?.password).toBe('a hash');
    expect(store.accounts.findLink(second, NOW)).toBeDefined();
  });

  it('for an address is for no other, and replaces the former one for it (security.own-accounts)', () => {
    const first = link(MIRA);
    const second = link(MIRA);
    expect(finish(first)).toBe('unknown');
    expect(finish(second, 'eve@evil.example')).toBe('unknown');
    expect(finish(second)).toBe('finished');
  });

  it('for an account replaces each way into it and ends its sessions (security.own-accounts)', async () => {
    store.accounts.finishSetUp({
      digest: link(),
      account: { subject: 's', email: MIRA, name: 'Mira', pendingProject: null },
      credential: { passkey: PASSKEY },
      now: NOW,
    });
    await store.entries('Session').upsert('one', { accountId: 's' } as object, 3_600);
    await store.entries('RefreshToken').upsert('two', { accountId: 's' } as object, 3_600);
    await store.entries('Session').upsert('other', { accountId: 'another' } as object, 3_600);
    expect(store.readEnded('s')).toBe(0);
    const account = { subject: 's', email: MIRA, name: 'Eve', pendingProject: null };
    const credential = { password: 'new' };
    store.accounts.finishSetUp({ digest: link(MIRA), account, credential, now: NOW });
    expect(store.accounts.findPasskey('id')).toBeUndefined();
    expect(store.accounts.findByEmail(MIRA)).toMatchObject({ password: 'new', name: 'Mira' });
    expect(await store.entries('Session').find('one')).toBeUndefined();
    expect(await store.entries('RefreshToken').find('two')).toBeUndefined();
    expect(await store.entries('Session').find('other')).toBeDefined();
    expect(store.readEnded('s')).toBe(NOW + 1_000);
    expect(store.readEnded('another')).toBe(0);
  });

  it('is one of twenty at most: the oldest gives way (security.own-accounts)', () => {
    const first = link();
    for (let more = 1; more <= 20; more += 1) link(null, NOW + more);
    expect(store.accounts.findLink(first, NOW)).toBeUndefined();
  });

  it.each([undefined, null, 7, '', 'x', '../x', 'A'.repeat(44), `${'A'.repeat(42)}é`])(
    'has no secret like %j (security.own-accounts)',
    (secret) => {
      expect(digestSecret(secret)).toBeUndefined();
    },
  );
});

describe('attempts with a password', () => {
  const tries = (count: number, account = 'a', address = 'x', now = NOW) =>
    Array.from({ length: count }, () => store.attempts.begin(account, address, now));

  it('are five, and then wait 15 minutes, by account and by address (security.own-accounts)', () => {
    expect(tries(MAX_FAILURES)).toEqual([4, 3, 2, 1, 0].map((left) => ({ left })));
    expect(tries(1, 'a', 'another address')).toEqual([{ waitMs: WAIT_MS }]);
    expect(tries(1, 'another account', 'x')).toEqual([{ waitMs: WAIT_MS }]);
    expect(tries(1, 'another account', 'another address')).toEqual([{ left: 4 }]);
    expect(tries(1, 'a', 'y', NOW + WAIT_MS - 1)).toEqual([{ waitMs: 1 }]);
    expect(tries(1, 'a', 'y', NOW + WAIT_MS)).toEqual([{ left: 4 }]);
  });

  it('are counted before they are looked at, and over a restart (security.own-accounts)', () => {
    tries(3);
    reopen();
    tries(2);
    reopen();
    expect(tries(1)).toEqual([{ waitMs: WAIT_MS }]);
  });

  it('that wait are not made longer by trying (security.own-accounts)', () => {
    tries(MAX_FAILURES);
    tries(100, 'a', 'x', NOW + WAIT_MS - 1);
    expect(tries(1, 'a', 'x', NOW + WAIT_MS)).toEqual([{ left: 4 }]);
  });

  it('begin again for an account that came in, and not for its address (security.own-accounts)', () => {
    tries(2, 'b');
    tries(2, 'a');
    tries(1, 'a', 'x');
    store.attempts.succeed('a', 'x');
    expect(tries(1, 'a', 'y')).toEqual([{ left: 4 }]);
    expect(tries(1, 'c', 'x')).toEqual([{ left: 0 }]);
  });

  it('wait no longer because a clock was set back (security.own-accounts)', () => {
    tries(MAX_FAILURES, 'a', 'x', NOW + 365 * 24 * 3_600_000);
    expect(tries(1)).toEqual([{ waitMs: WAIT_MS }]);
    expect(tries(1, 'a', 'x', NOW + WAIT_MS)).toEqual([{ left: 4 }]);
  });

  it('have ten thousand rows at most (security.own-accounts)', { timeout: 120_000 }, () => {
    store.close();
    const db = new DatabaseSync(path);
    const add = db.prepare('INSERT INTO attempts VALUES (?, 1, ?)');
    db.exec('BEGIN');
    for (let row = 0; row < 10_500; row += 1) add.run(`row ${row}`, NOW + 1 + row);
    db.exec('COMMIT');
    db.close();
    store = openSqliteSignInStore(path, NO_RESERVE);
    tries(1);
    store.close();
    const after = new DatabaseSync(path);
    const { rows } = after.prepare('SELECT count(*) AS rows FROM attempts').get() as {
      rows: number;
    };
    after.close();
    store = openSqliteSignInStore(path, NO_RESERVE);
    expect(rows).toBe(10_000);
  });
});

describe('the records that the file keeps', () => {
  it('a challenge is for one ceremony, for one answer, and ends (security.own-accounts)', () => {
    const { put, take } = store.challenges;
    put('one', 'challenge', NOW + 1_000, NOW);
    put('one', 'second', NOW + 1_000, NOW);
    expect(take('another', 'challenge', NOW)).toBe(false);
    expect(take('one', 'third', NOW)).toBe(false);
    expect(take('one', 'challenge', NOW)).toBe(true);
    expect(take('one', 'challenge', NOW)).toBe(false);
    expect(take('one', 'second', NOW)).toBe(true);
    put('two', 'challenge', NOW + 1_000, NOW);
    expect(take('two', 'challenge', NOW + 1_000)).toBe(false);
  });

  it('a thousand challenges without an answer, the latest ones (security.own-accounts)', () => {
    const { put, take } = store.challenges;
    for (let at = 0; at <= 1_000; at += 1) put(`page ${at % 2}`, `c${at}`, NOW + 1_000, NOW);
    expect(take('page 0', 'c0', NOW)).toBe(false);
    expect(take('page 1', 'c1', NOW)).toBe(true);
    expect(take('page 0', 'c1000', NOW)).toBe(true);
  });

  it('a counter moves only from the one that was read (security.own-accounts)', () => {
    store.accounts.finishSetUp({
      digest: link(),
      account: { subject: 's', email: MIRA, name: 'Mira', pendingProject: null },
      credential: { passkey: PASSKEY },
      now: NOW,
    });
    expect(store.accounts.setCounter(PASSKEY, 8)).toBe(true);
    expect(store.accounts.setCounter(PASSKEY, 9)).toBe(false);
  });

  it('an older file gets the tables when it is opened, and keeps its records (local.door)', () => {
    store.addUser({ subject: 's', email: MIRA });
    store.close();
    const old = new DatabaseSync(path);
    for (const table of [
      'passkeys',
      'accounts',
      'setup_links',
      'challenges',
      'attempts',
      'ended_sessions',
    ]) {
      old.exec(`DROP TABLE ${table}`);
    }
    old.close();
    store = openSqliteSignInStore(path, NO_RESERVE);
    expect(store.findUser('s')?.email).toBe(MIRA);
    expect(finish(link())).toBe('finished');
  });

  it('sessions of the development issuer end when a door is opened, and stay at its next opening (security.own-accounts)', async () => {
    store.enterMode('development');
    await store.entries('Session').upsert('one', { accountId: 's' } as object, 3_600);
    store.enterMode('door');
    expect(await store.entries('Session').find('one')).toBeUndefined();
    expect(store.readEnded('anybody')).toBeGreaterThan(Date.now());
    const ended = store.readEnded('anybody');
    await store.entries('Session').upsert('two', { accountId: 's' } as object, 3_600);
    reopen();
    store.enterMode('door');
    expect(await store.entries('Session').find('two')).toBeDefined();
    expect(store.readEnded('anybody')).toBe(ended);
    store.enterMode('development');
    expect(await store.entries('Session').find('two')).toBeUndefined();
  });
});
