import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DoorService,
  openSignInPage,
  post,
  setUpByPassword,
  startDoor,
  typePassword,
} from '../../../support/identity/door-service.ts';
import {
  askForTokens,
  authorizeUrl,
  createBrowser,
  discover,
  follow,
  makeVerifier,
} from '../../../support/identity/sign-in-by-page.ts';
import { createSoftPasskey } from '../../../support/identity/soft-passkey.ts';
import { TESTED_COMMAND } from '../../../support/service/tested-command.ts';

const PASSWORD = 'correct horse battery';
const WRONG = 'another horse battery';
const MIRA = 'mira@workshop.example';
const ADA = 'ada@workshop.example';
let door: DoorService;
let passkey: ReturnType<typeof createSoftPasskey>;

beforeAll(async () => {
  door = await startDoor('--trust-proxy=loopback');
  await setUpByPassword(door, MIRA, PASSWORD);
  passkey = createSoftPasskey(door.baseUrl);
  const who = { secret: door.makeSecret(ADA), name: 'Ada' };
  const { json } = await post(door.baseUrl, '/setup/passkey', who);
  const finished = { ...who, passkey: passkey.register(json) };
  expect((await post(door.baseUrl, '/setup/finish', finished)).status).toBe(200);
});
afterAll(async () => {
  await door.close();
});

/** Each test tries from its own address, as the trusted proxy tells it. */
let lastAddress = 0;
const fromNewAddress = () => {
  lastAddress += 1;
  return { 'X-Forwarded-For': `203.0.113.${lastAddress}` };
};
/** Ends the waits of a former test. */
function forgetAttempts(): void {
  const db = new DatabaseSync(`${door.dataDir}/sign-in.db`);
  db.exec('DELETE FROM attempts');
  db.close();
}

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [
    TESTED_COMMAND,
    'admin',
    ...args,
    '--data',
    door.dataDir,
  ]).catch((error: { stdout: string; stderr: string; code: number }) => error);
const callAs = async (token = '') => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const url = `${door.baseUrl}/api/v1/list-projects`;
  const response = await fetch(url, { method: 'POST', headers, body: '{}' });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  return { status: response.status, json: (await response.json()) as any };
};

async function signIn(email = MIRA, password = PASSWORD, browser = createBrowser()) {
  const discovered = await discover(`${door.baseUrl}/oidc`);
  const { verifier, challenge } = makeVerifier();
  const page = await follow(browser, authorizeUrl(discovered, challenge, { prompt: 'login' }));
  const sent = await typePassword(door.baseUrl, browser, page, email, password, fromNewAddress());
  const back = await follow(browser, sent.next);
  const code = new URL(back).searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const { json: tokens } = await askForTokens(discovered, grant);
  return { discovered, tokens, browser };
}

describe('a sign-in with a password', () => {
  it('gives a token by which the owner of the local project calls (local.door)', async () => {
    const { tokens } = await signIn();
    const { status, json } = await callAs(tokens.access_token);
    expect([status, json.projects.length]).toEqual([200, 1]);
    expect(json.projects[0]).toMatchObject({ name: 'Workshop', role: 'owner' });
  });

  it('has one text for a wrong password and an unknown address (security.own-accounts)', async () => {
    const texts = [];
    for (const email of [MIRA, 'nobody@workshop.example', ADA, 'not an address']) {
      const browser = createBrowser();
      const page = await openSignInPage(door.baseUrl, browser);
      const sent = await typePassword(door.baseUrl, browser, page, email, WRONG, fromNewAddress());
      texts.push(`${sent.status} ${sent.text.replaceAll(email, 'EMAIL')}`);
      forgetAttempts();
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('E-mail address and password don’t belong together.');
    expect(texts[0]).toContain('You can try 4 more times, then password sign-in waits 15 minutes.');
    expect(texts[0]).not.toContain(WRONG);
  });

  it('waits after five wrong ones, for the right password too, and over a restart (security.own-accounts)', async () => {
    for (const email of [MIRA, 'nobody@workshop.example']) {
      const browser = createBrowser();
      const page = await openSignInPage(door.baseUrl, browser);
      const tryOnce = (password: string) =>
        typePassword(door.baseUrl, browser, page, email, password, fromNewAddress());
      const statuses = [];
      for (let tried = 0; tried < 5; tried += 1) statuses.push((await tryOnce(WRONG)).status);
      const sixth = await tryOnce(PASSWORD);
      expect([...statuses, sixth.status]).toEqual([400, 400, 400, 400, 400, 429]);
      expect(sixth.text).toMatch(
        /Password sign-in starts again in 1[45] min \d+ s\. A passkey works now\./,
      );
      expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(850);
      await door.restart('--trust-proxy=loopback');
      expect((await tryOnce(PASSWORD)).status).toBe(429);
      forgetAttempts();
    }
  });

  it('waits for all accounts from an address, and a hundred parallel tries are five (security.own-accounts)', async () => {
    const browser = createBrowser();
    const page = await openSignInPage(door.baseUrl, browser);
    const headers = fromNewAddress();
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, one) =>
        typePassword(door.baseUrl, browser, page, `user${one}@workshop.example`, WRONG, headers),
      ),
    );
    const count = (status: number) => all.filter((sent) => sent.status === status).length;
    expect([count(400), count(429)]).toEqual([5, 95]);
    expect((await typePassword(door.baseUrl, browser, page, MIRA, PASSWORD, headers)).status).toBe(
      429,
    );
    // an address that a client makes up before its own counts for nothing
    const forged = { 'X-Forwarded-For': `6.6.6.6, ${headers['X-Forwarded-For']}` };
    expect((await typePassword(door.baseUrl, browser, page, MIRA, PASSWORD, forged)).status).toBe(
      429,
    );
    forgetAttempts();
  });

  it('gives the browser a new session, and one that was planted is none (security.own-accounts)', async () => {
    const attacker = createBrowser();
    await openSignInPage(door.baseUrl, attacker);
    const { browser } = await signIn();
    const { challenge } = makeVerifier();
    const discovered = await discover(`${door.baseUrl}/oidc`);
    const silent = authorizeUrl(discovered, challenge, { prompt: 'none' });
    expect(await follow(browser, silent)).toContain('code=');
    expect(await follow(attacker, silent)).toContain('error=login_required');
    const planted = createBrowser();
    const answered = await planted(silent, {
      headers: { Cookie: '_session=planted; _session.sig=AAAA' },
    });
    expect(answered.next).toContain('error=login_required');
  });

  it('changes the session ID at each sign-in (security.own-accounts)', async () => {
    const ids: string[] = [];
    const plain = createBrowser();
    const browser: typeof plain = async (...asked) => {
      const answered = await plain(...asked);
      for (const line of answered.headers.getSetCookie()) {
        const [, id] = /^_session=([^;]+)/.exec(line) ?? [];
        if (id !== undefined) ids.push(id);
      }
      return answered;
    };
    await signIn(MIRA, PASSWORD, browser);
    const first = ids.at(-1);
    await signIn(MIRA, PASSWORD, browser);
    expect(first).toMatch(/^[\w-]{20,}$/);
    expect(ids.at(-1)).not.toBe(first);
  });

  it('takes a form of its own page and its own browser alone (security.own-accounts)', async () => {
    const browser = createBrowser();
    const page = await openSignInPage(door.baseUrl, browser);
    const send = (from: typeof browser, headers: Record<string, string>) =>
      typePassword(door.baseUrl, from, page, MIRA, PASSWORD, { ...fromNewAddress(), ...headers });
    expect((await send(browser, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await send(browser, { Origin: '' })).status).toBe(403);
    expect((await send(browser, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await send(createBrowser(), {})).status).toBe(400); // the interaction is another's
    expect((await send(browser, {})).next).toContain('/oidc/auth/');
  });
});

describe('a sign-in with a passkey', () => {
  const start = async () => {
    const browser = createBrowser();
    const page = await openSignInPage(door.baseUrl, browser);
    const { json: options } = await post(door.baseUrl, `${page}/passkey-options`, {}, browser);
    const send = (answer: object) => post(door.baseUrl, `${page}/passkey`, answer, browser);
    return { browser, page, options, send };
  };

  it('needs no address, and is not held back by wrong passwords (local.door)', async () => {
    const { browser, page, options, send } = await start();
    for (let tried = 0; tried < 6; tried += 1) {
      await typePassword(door.baseUrl, browser, page, ADA, WRONG, fromNewAddress());
    }
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const { status, json } = await send(passkey.answer(options));
    expect(status).toBe(200);
    expect(await follow(browser, json.location)).toContain('code=');
    forgetAttempts();
  });

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['of another ceremony', { type: 'webauthn.create' }],
    ['without a verified user', { isVerified: false }],
    ['whose counter went back', { counter: 1 }],
  ])('%s is refused (security.own-accounts)', async (_, changes) => {
    const before = await start();
    expect((await before.send(passkey.answer(before.options))).status).toBe(200);
    const { options, send } = await start();
    const { status, json } = await send(passkey.answer(options, changes));
    expect([status, json.code]).toEqual([400, 'passkey']);
  });

  it('by a replayed answer is refused, in its own sign-in and in another (security.own-accounts)', async () => {
    const first = await start();
    const answer = passkey.answer(first.options);
    expect((await first.send(answer)).status).toBe(200);
    expect((await first.send(answer)).status).toBe(400);
    const second = await start();
    expect((await second.send(answer)).status).toBe(400);
    // an answer to the first challenge, which the second sign-in never asked
    const third = await start();
    expect((await third.send(passkey.answer(second.options))).status).toBe(400);
  });

  it('answers the offer below the field or the button’s own, in whichever order they came (local.door)', async () => {
    for (const isFirst of [true, false]) {
      const { browser, page, options, send } = await start();
      const { json: second } = await post(door.baseUrl, `${page}/passkey-options`, {}, browser);
      expect((await send(passkey.answer(isFirst ? options : second))).status).toBe(200);
    }
  });

  it('by an unknown one, or by nothing, is refused alike (security.own-accounts)', async () => {
    const texts = [];
    for (const body of [{}, { id: 7 }, { id: '__proto__' }, [], null]) {
      const { send } = await start();
      texts.push((await send(body as object)).text);
    }
    const { options, send } = await start();
    texts.push((await send(createSoftPasskey(door.baseUrl).answer(options))).text);
    expect(new Set(texts)).toEqual(new Set(['{"code":"passkey"}']));
  });
});

describe('the operator’s commands', () => {
  it('end a session immediately: cookie, refresh token and access token (security.own-accounts)', async () => {
    const { discovered, tokens, browser } = await signIn();
    expect((await callAs(tokens.access_token)).status).toBe(200);
    const { stdout } = await run('end-sessions', MIRA);
    expect(stdout).toContain(`Every session of ${MIRA} has ended.`);
    expect((await callAs(tokens.access_token)).status).toBe(401);
    const grant = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect((await askForTokens(discovered, grant)).status).toBe(400);
    const silent = authorizeUrl(discovered, makeVerifier().challenge, { prompt: 'none' });
    expect(await follow(browser, silent)).toContain('error=login_required');
    const again = await signIn();
    expect((await callAs(again.tokens.access_token)).status).toBe(200);
  });

  it('make a link for an account, whose end replaces its way in and ends its sessions (security.own-accounts)', async () => {
    const { tokens } = await signIn();
    const { stdout } = await run('setup-link', '--for', MIRA);
    const secret = stdout.trim().split('#')[1] ?? '';
    const { json } = await post(door.baseUrl, '/setup/link', { secret });
    expect(json).toMatchObject({ email: MIRA, name: 'Mira', isKnown: true, project: null });
    expect((await callAs(tokens.access_token)).status).toBe(200); // nothing ended yet
    const password = 'a quite different one';
    const made = await post(door.baseUrl, '/setup/finish', { secret, password });
    expect(made.status).toBe(200);
    expect((await callAs(tokens.access_token)).status).toBe(401);
    const browser = createBrowser();
    const page = await openSignInPage(door.baseUrl, browser);
    const old = await typePassword(door.baseUrl, browser, page, MIRA, PASSWORD, fromNewAddress());
    expect(old.status).toBe(400);
    forgetAttempts();
    const fresh = await signIn(MIRA, password);
    expect((await callAs(fresh.tokens.access_token)).status).toBe(200);
    await post(door.baseUrl, '/setup/finish', {
      secret: door.makeSecret(MIRA),
      password: PASSWORD,
    });
  });

  it('print the link alone, and refuse impossible requests (local.door)', async () => {
    const made = await run('setup-link');
    expect(made.stdout).toMatch(new RegExp(`^${door.baseUrl}/setup#[\\w-]{43}\n$`));
    const wrong = await run('setup-link', '--for', 'nobody');
    expect([wrong.stdout, wrong.stderr]).toEqual(['', expect.stringContaining('not an e-mail')]);
    const unknown = await run('end-sessions', 'nobody@workshop.example');
    expect(unknown.stderr).toContain('No account has the address');
  });
});

describe('the walls of a sign-in', () => {
  const open = (host: string, headers: Record<string, string> = {}) =>
    new Promise<number>((done, fail) => {
      const { port } = new URL(door.baseUrl);
      const path = '/oidc/.well-known/openid-configuration';
      const asked = { host: '127.0.0.1', port, path, headers: { Host: host, ...headers } };
      request(asked, (response) => {
        response.resume();
        done(response.statusCode ?? 0);
      })
        .on('error', fail)
        .end();
    });

  it('serve the public host alone: a rebound name gets nothing (security.own-accounts)', async () => {
    const { host, port } = new URL(door.baseUrl);
    expect(await open(host)).toBe(200);
    expect(await open(host.toUpperCase())).toBe(200);
    for (const other of [
      `evil.example:${port}`,
      'evil.example',
      `127.0.0.1:${port}`,
      'localhost',
      `localhost:${port}.evil.example`,
      `evil@localhost:${port}`,
    ]) {
      expect([other, await open(other)]).toEqual([other, 421]);
    }
    expect(await open(host, { 'X-Forwarded-Host': 'evil.example' })).toBe(421);
    expect(await open(host, { 'X-Forwarded-Proto': 'https' })).toBe(421);
    expect(await open('127.0.0.1:1', { 'X-Forwarded-Host': host })).toBe(200);
  });

  it('have no development page: an address alone signs no user in (local.sign-in)', async () => {
    const browser = createBrowser();
    const page = await openSignInPage(door.baseUrl, browser);
    const body = new URLSearchParams({ email: MIRA });
    const sent = await browser(page, {
      method: 'POST',
      body,
      headers: { Origin: door.baseUrl, ...fromNewAddress() },
    });
    expect(sent.status).toBe(400);
    forgetAttempts();
  });

  it('have no take-over: the owner is whoever finished the set-up (local.door)', async () => {
    const { tokens } = await signIn();
    const headers = {
      Authorization: `Bearer ${tokens.access_token}`,
      Origin: door.baseUrl,
      'Sec-Fetch-Site': 'same-origin',
    };
    const sent = await fetch(`${door.baseUrl}/console/take-over`, { method: 'POST', headers });
    expect(sent.status).toBe(404);
  });
});
