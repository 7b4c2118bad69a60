import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle, stubBrowser } from './support/stub-browser.ts';

const ISSUER = 'https://issuer.example';
const SETTINGS = { issuer: ISSUER, clientId: 'console', apiUrl: '', cdnUrl: '', isLocal: false };
const DESCRIPTION = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  response_types_supported: ['code'],
};

let browser: ReturnType<typeof stubBrowser>;
let session: typeof import('../../../../console/src/state/session/session.ts');
/** The requests of tokens, with the answer to the next. */
let requested: URLSearchParams[];
let answerToken: () => Response | Promise<Response>;
/** Of the last visit, which the issuer puts into its token. */
let nonce = '';

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokensFor(name: string, seconds = 3_600): Response {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: ISSUER, aud: 'console', sub: 'u', iat: now, exp: now + 600, nonce };
  return Response.json({
    access_token: name,
    refresh_token: `refresh-${name}`,
    token_type: 'bearer',
    expires_in: seconds,
    id_token: `${base64({ alg: 'RS256' })}.${base64({ ...claims, email: 'a@b.example' })}.AAAA`,
  });
}

const refusal = () => Response.json({ error: 'invalid_grant' }, { status: 400 });

async function open(path: string): Promise<void> {
  vi.resetModules();
  browser = stubBrowser(path);
  requested = [];
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(url, 'https://images.example');
    if (pathname === '/console/settings.json') return Response.json(SETTINGS);
    if (pathname.endsWith('openid-configuration')) return Response.json(DESCRIPTION);
    requested.push(new URLSearchParams(String(init.body)));
    return answerToken();
  });
  const settings = await import('../../../../console/src/state/settings.ts');
  await settings.loadSettings();
  session = await import('../../../../console/src/state/session/session.ts');
}

/** The address where the issuer sends a visit back to. */
function sentBack(visit: string, changes: Record<string, string> = {}): string {
  const asked = new URL(visit).searchParams;
  nonce = asked.get('nonce') ?? '';
  const query = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', ...changes });
  return `https://images.example/console/callback?${query}`;
}

/** Leaves for the issuer and comes back to the same browser. */
async function signIn(returnTo = '/console?project=a'): Promise<void> {
  session.signIn(returnTo);
  await vi.waitUntil(() => browser.left.length > 0);
  browser.go(sentBack(browser.left[0] ?? ''));
  await session.completeVisit();
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25) });
  answerToken = () => tokensFor('first');
  await open('/console');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a sign-in', () => {
  it('returns to the page that it left, with the tokens in memory alone', async () => {
    await signIn();
    expect(browser.here()).toBe('/console?project=a');
    expect(session.sessionState.value).toBe('signed-in');
    expect(session.sessionEmail.value).toBe('a@b.example');
    expect(session.wasSignedIn()).toBe(true);
    expect(await session.readAccessToken()).toBe('first');
    expect(browser.sessionStorage.getItem('imagewell.visit')).toBeNull();
    const [exchange] = requested;
    expect(exchange?.get('code_verifier')?.length).toBeGreaterThan(40);
  });

  it('takes no answer to another visit, whose state is another', async () => {
    session.signIn('/console');
    await vi.waitUntil(() => browser.left.length > 0);
    browser.go(sentBack(browser.left[0] ?? '', { state: 'of-another' }));
    await session.completeVisit();
    expect([session.sessionState.value, requested.length]).toEqual(['signed-out', 0]);
    expect(session.visitFault.value).toBeInstanceOf(Error);
    expect(browser.here()).toBe('/?return=%2Fconsole');
  });

  it('that is silent and fails tells nothing, and is not tried again', async () => {
    browser.localStorage.setItem('imagewell.signed-in', '1');
    session.signInSilently();
    await vi.waitUntil(() => browser.left.length > 0);
    expect(new URL(browser.left[0] ?? '').searchParams.get('prompt')).toBe('none');
    browser.go('/console/callback?error=login_required');
    await session.completeVisit();
    expect([session.visitFault.value, session.wasSignedIn()]).toEqual([undefined, false]);
    expect(session.sessionState.value).toBe('signed-out');
  });

  it('is completed at its own address alone', async () => {
    browser.go('/console/other?code=c&state=s');
    await session.completeVisit();
    expect([browser.here(), requested]).toEqual(['/console/other?code=c&state=s', []]);
  });

  it('in its own window is sent once to the page that opened it', async () => {
    const messages: unknown[] = [];
    browser.listen((data) => messages.push(data));
    browser.go('/console/callback?code=c&state=s');
    await session.completeVisit();
    const address = 'https://images.example/console/callback?code=c&state=s';
    expect(messages).toEqual([{ kind: 'sent-back', address }]);
    expect(browser.here()).toBe('/');
  });
});

describe('a sign-in again, in its own window', () => {
  async function openWindow() {
    const done = session.signInAgain();
    await vi.waitUntil(() => browser.opened[0]?.location.href.startsWith(ISSUER));
    await settle();
    return { done, visit: browser.opened[0]?.location.href ?? '' };
  }

  it('takes the answer of its own window and of no other', async () => {
    const { done, visit } = await openWindow();
    let isDone = false;
    done.then(() => {
      isDone = true;
    });
    browser.post({ kind: 'sent-back', address: sentBack(visit, { state: 'of-another' }) });
    browser.post({ kind: 'signed-out', address: sentBack(visit) });
    browser.post(undefined);
    await settle();
    expect([isDone, requested.length, session.sessionState.value]).toEqual([
      false,
      0,
      'signed-out',
    ]);
    browser.post({ kind: 'sent-back', address: sentBack(visit) });
    await done;
    expect([requested.length, session.sessionState.value]).toEqual([1, 'signed-in']);
  });

  it('ends with the fault of a refused code', async () => {
    answerToken = refusal;
    const { done, visit } = await openWindow();
    browser.post({ kind: 'sent-back', address: sentBack(visit) });
    await expect(done).rejects.toThrow();
    expect(session.sessionState.value).toBe('signed-out');
  });
});

describe('an access token', () => {
  it('is renewed when less than a minute is left, and not before', async () => {
    await signIn();
    answerToken = () => tokensFor('second');
    vi.setSystemTime(Date.now() + 3_600_000 - 60_001);
    expect(await session.readAccessToken()).toBe('first');
    vi.setSystemTime(Date.now() + 1);
    expect(await session.readAccessToken()).toBe('second');
    expect(requested.at(-1)?.get('refresh_token')).toBe('refresh-first');
  });

  it('is renewed once for calls side by side', async () => {
    await signIn();
    answerToken = () => tokensFor('second');
    vi.setSystemTime(Date.now() + 3_600_000);
    const tokens = await Promise.all([session.readAccessToken(), session.readAccessToken()]);
    expect([tokens, requested.length]).toEqual([['second', 'second'], 2]);
    vi.setSystemTime(Date.now() + 3_600_000);
    answerToken = () => tokensFor('third');
    expect(await session.readAccessToken()).toBe('third');
  });

  it('ends the session where the issuer refuses, and keeps it where the issuer is not reached', async () => {
    await signIn();
    vi.setSystemTime(Date.now() + 3_600_000);
    answerToken = () => Promise.reject(new TypeError('no network'));
    await expect(session.readAccessToken()).rejects.toThrow();
    expect(session.sessionState.value).toBe('signed-in');
    answerToken = refusal;
    expect(await session.readAccessToken()).toBeUndefined();
    expect(session.sessionState.value).toBe('ended');
  });

  it('is none without a sign-in, whose end is none either', async () => {
    expect(await session.readAccessToken()).toBeUndefined();
    session.endSession();
    expect([session.sessionState.value, requested.length]).toEqual(['signed-out', 0]);
  });
});

describe('a sign-out', () => {
  it('reaches the other pages and forgets the tokens', async () => {
    await signIn();
    const messages: unknown[] = [];
    browser.listen((data) => messages.push(data));
    await session.signOut();
    expect(messages).toEqual([{ kind: 'signed-out' }]);
    expect([session.sessionState.value, session.wasSignedIn()]).toEqual(['signed-out', false]);
    expect([browser.here(), await session.readAccessToken()]).toEqual(['/', undefined]);
  });

  it('in another page is followed by who is signed in, and by no one else', async () => {
    session.startSession();
    browser.post({ kind: 'signed-out' });
    expect(browser.here()).toBe('/console');
    await signIn('/console');
    browser.post({ kind: 'sent-back' });
    expect(session.sessionState.value).toBe('signed-in');
    browser.post({ kind: 'signed-out' });
    expect([session.sessionState.value, browser.here()]).toEqual(['signed-out', '/']);
  });
});
