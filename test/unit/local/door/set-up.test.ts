import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DoorService,
  openSignInPage,
  post,
  setUpByPassword,
  startDoor,
} from '../../../support/identity/door-service.ts';
import { createBrowser } from '../../../support/identity/sign-in-by-page.ts';
import { createSoftPasskey } from '../../../support/identity/soft-passkey.ts';

const PASSWORD = 'correct horse battery';
const HALF_AN_HOUR_MS = 30 * 60_000;
let door: DoorService;

beforeAll(async () => {
  door = await startDoor();
});
afterAll(async () => {
  await door.close();
});

const settings = async () => {
  const response = await fetch(`${door.baseUrl}/console/settings.json`);
  return (await response.json()) as { readonly hasWayIn?: boolean };
};
const ask = (path: string, body: object, headers = {}) =>
  post(door.baseUrl, path, body, undefined, headers);
const person = (secret: string, email: string) => ({
  secret,
  name: 'Mira',
  email,
  project: 'Workshop',
});

describe('a first set-up', () => {
  it('is required of a public service without accounts, as no user can sign in yet (local.door)', async () => {
    expect(await settings()).toMatchObject({ hasWayIn: false, issuer: `${door.baseUrl}/oidc` });
    expect(door.service().output()).toContain('npx imagewell admin setup-link');
    // this output is no terminal, so it may be a log
    expect(door.service().output()).not.toContain('/setup#');
  });

  it('says who it is for and how long, and is not used up by that (local.door)', async () => {
    const secret = door.makeSecret();
    const { status, json } = await ask('/setup/link', { secret });
    expect(status).toBe(200);
    expect(json).toMatchObject({ email: null, project: 'default', hasPasskeys: true });
    expect(json.leftMs).toBeGreaterThan(HALF_AN_HOUR_MS - 60_000);
    expect((await fetch(`${door.baseUrl}/setup`)).status).toBe(200);
    expect((await ask('/setup/link', { secret })).status).toBe(200);
  });

  it('names each wrong field in one answer (local.door)', async () => {
    const body = { secret: door.makeSecret(), name: ' ', email: 'nobody', project: 'a\u0000b' };
    const { status, json } = await ask('/setup/check', body);
    expect([status, Object.keys(json.faults)]).toEqual([400, ['name', 'email', 'project']]);
    for (const value of [null, 7, {}, ['a'], 'x'.repeat(200)]) {
      const odd = await ask('/setup/check', { ...body, name: value, email: value, project: value });
      expect([odd.status, Object.keys(odd.json.faults).length]).toEqual([400, 3]);
    }
  });

  it('refuses a password that is short, long or known (local.door)', async () => {
    const secret = door.makeSecret();
    for (const [password, fault] of [
      ['short', 'short'],
      ['x y '.repeat(40), 'long'],
      ['password1234', 'known'],
    ]) {
      const { status, json } = await ask('/setup/finish', {
        ...person(secret, 'a@b.co'),
        password,
      });
      expect([status, json.fault]).toEqual([400, fault]);
    }
    expect((await settings()).hasWayIn).toBe(false);
  });

  it('gives one account that owns the local project, also for two that finish at the same time (security.own-accounts)', async () => {
    const secret = door.makeSecret();
    const [one, two] = await Promise.all([
      setUpByPassword(door, 'mira@workshop.example', PASSWORD, secret),
      setUpByPassword(door, 'eve@evil.example', PASSWORD, secret),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 410]);
    const accounts = door.withStore(({ accounts }) =>
      ['mira@workshop.example', 'eve@evil.example'].filter((email) => accounts.findByEmail(email)),
    );
    expect(accounts).toHaveLength(1);
    expect(await settings()).toMatchObject({ hasWayIn: true });
  });

  it('answers a link that was used, has ended or never was alike (security.own-accounts)', async () => {
    const used = door.makeSecret();
    expect((await setUpByPassword(door, 'one@workshop.example', PASSWORD, used)).status).toBe(200);
    const ended = door.makeSecret(undefined, Date.now() - HALF_AN_HOUR_MS);
    const never = 'A'.repeat(43);
    const answers = [];
    for (const secret of [used, ended, never, '', undefined, 7, 'A'.repeat(9_000)]) {
      for (const call of ['link', 'check', 'passkey', 'finish']) {
        const body = { ...person('', 'two@workshop.example'), password: PASSWORD, secret };
        const { status, text } = await ask(`/setup/${call}`, body);
        answers.push(`${status} ${text}`);
      }
    }
    expect(new Set(answers)).toEqual(new Set(['410 {"code":"link","hasAccounts":true}']));
  });

  it('of an address that has an account is refused, and changes nothing (security.own-accounts)', async () => {
    const before = door.withStore(({ accounts }) => accounts.findByEmail('one@workshop.example'));
    const again = await setUpByPassword(door, 'one@workshop.example', 'another long password');
    expect([again.status, Object.keys(again.json.faults)]).toEqual([400, ['email']]);
    const after = door.withStore(({ accounts }) => accounts.findByEmail('one@workshop.example'));
    expect(after).toEqual(before);
  });

  it('signs the browser in with a new session, whatever it had before (security.own-accounts)', async () => {
    const browser = createBrowser();
    const planted = { Cookie: '_session=planted; _session.sig=planted' };
    const secret = door.makeSecret();
    const body = { ...person(secret, 'three@workshop.example'), password: PASSWORD };
    const made = await post(door.baseUrl, '/setup/finish', body, browser, planted);
    expect(made.json).toEqual({ location: '/console' });
    const [session = ''] = made.headers.getSetCookie();
    expect(session).toMatch(
      /^_session=[\w-]{20,}; path=\/; expires=[^;]+; samesite=lax; httponly$/i,
    );
    expect(session).not.toContain('planted');
  });
});

describe('a passkey at a set-up', () => {
  it.each([
    ['another origin', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://localhost:1' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['another ceremony', { type: 'webauthn.get' }],
    ['an unverified user', { isVerified: false }],
  ])('of %s is refused, and makes no account (security.own-accounts)', async (_, changes) => {
    const secret = door.makeSecret();
    const who = person(secret, 'four@workshop.example');
    const { json: options } = await ask('/setup/passkey', who);
    const passkey = createSoftPasskey(door.baseUrl).register(options, changes);
    const { status, json } = await ask('/setup/finish', { ...who, passkey });
    expect([status, json.fault]).toEqual([400, 'passkey']);
    expect(door.withStore(({ accounts }) => accounts.findByEmail(who.email))).toBeUndefined();
  });

  it('is asked for with the user verified and found without a name, for one answer (security.own-accounts)', async () => {
    const secret = door.makeSecret();
    const who = person(secret, 'five@workshop.example');
    const { json: options } = await ask('/setup/passkey', who);
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
    expect(options.rp.id).toBe('localhost');
    const wrong = createSoftPasskey(door.baseUrl).register(options, { isVerified: false });
    const right = createSoftPasskey(door.baseUrl).register(options);
    expect((await ask('/setup/finish', { ...who, passkey: wrong })).status).toBe(400);
    // the challenge is spent
    expect((await ask('/setup/finish', { ...who, passkey: right })).status).toBe(400);
    const { json: fresh } = await ask('/setup/passkey', who);
    const made = createSoftPasskey(door.baseUrl).register(fresh);
    expect((await ask('/setup/finish', { ...who, passkey: made })).status).toBe(200);
  });
});

describe('a set-up in the middle of which the service ends', () => {
  it('continues after the restart, with the same link and the same challenge (local.door)', async () => {
    const secret = door.makeSecret();
    const who = person(secret, 'six@workshop.example');
    const { json: options } = await ask('/setup/passkey', who);
    await door.restart();
    const passkey = createSoftPasskey(door.baseUrl).register(options);
    expect((await ask('/setup/finish', { ...who, passkey })).status).toBe(200);
  });

  it('between the account and its project is completed at the next start (local.door)', async () => {
    const subject = door.withStore((store) => {
      const digestOwner = store.accounts.findByEmail('six@workshop.example');
      return digestOwner?.subject ?? '';
    });
    const { DatabaseSync } = await import('node:sqlite');
    const records = new DatabaseSync(`${door.dataDir}/imagewell.db`);
    const accountOf = records.prepare('SELECT account_id FROM accounts WHERE subject = ?');
    const { account_id: account } = accountOf.get(subject) as { account_id: string };
    records.prepare('DELETE FROM members WHERE account_id = ?').run(account);
    const kept = new DatabaseSync(`${door.dataDir}/sign-in.db`);
    kept.prepare("UPDATE accounts SET pending_project = '' WHERE subject = ?").run(subject);
    kept.close();
    await door.restart();
    const role = records.prepare('SELECT role FROM members WHERE account_id = ?').get(account);
    records.close();
    expect({ ...role }).toEqual({ role: 'owner' });
    expect(door.withStore(({ accounts }) => accounts.listPending())).toEqual([]);
  });
});

describe('the walls of a set-up', () => {
  it('take a POST of a page of the public address alone (security.own-accounts)', async () => {
    const secret = door.makeSecret();
    const body = { ...person(secret, 'seven@workshop.example'), password: PASSWORD };
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: '' },
      { Origin: door.baseUrl.replace('localhost', '127.0.0.1') },
      { Origin: `${door.baseUrl}.evil.example` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of foreign) {
      expect((await ask('/setup/finish', body, headers)).status).toBe(403);
    }
    const form = await ask('/setup/finish', body, { 'Content-Type': 'text/plain' });
    expect(form.status).toBe(410); // no secret was read
    expect(door.withStore(({ accounts }) => accounts.findByEmail(body.email))).toBeUndefined();
  });

  it('let no page frame it, run only its own script, and keep no secret (security.own-accounts)', async () => {
    const page = await fetch(`${door.baseUrl}/setup`);
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self';.*frame-ancestors 'none'/,
    );
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(
      /<script(?! src="\/oidc\/page\.js"><\/script>)|<style|\son\w+=|style=/,
    );
  });

  it('write no secret, address or password to a log (security.own-accounts)', async () => {
    const secret = door.makeSecret();
    await setUpByPassword(door, 'eight@workshop.example', PASSWORD, secret);
    await openSignInPage(door.baseUrl, createBrowser());
    const output = door.service().output();
    for (const part of [secret, PASSWORD, 'eight@workshop.example']) {
      expect(output).not.toContain(part);
    }
  });
});
