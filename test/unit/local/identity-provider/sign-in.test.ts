import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI_CLIENT, CLI_REDIRECT_URIS } from '../../../../core/accounts/cli-client.ts';
import {
  askForTokens,
  authorize,
  authorizeUrl,
  createBrowser,
  type Discovered,
  discover,
  follow,
  makeVerifier,
  signInByPage,
  typeEmail,
} from '../../../support/identity/sign-in-by-page.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';
import { TESTED_COMMAND } from '../../../support/service/tested-command.ts';

const ANN = 'ann@example.com';
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let discovered: Discovered;
const issuer = () => `${service.baseUrl}/oidc`;

beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.path);
  discovered = await discover(issuer());
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

async function call(token: string | undefined, name = 'list-projects', from = service) {
  const response = await fetch(`${from.baseUrl}/api/v1/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  return { status: response.status, json: (await response.json()) as any };
}
const projectOf = async (token: string | undefined, from = service): Promise<string> =>
  (await call(token, 'list-projects', from)).json.projects[0].projectId;

async function userInfo(token: string | undefined) {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(discovered.userinfo_endpoint, { headers });
  return { status: response.status, json: await response.json() };
}

async function runToken(...args: string[]) {
  const command = [TESTED_COMMAND, 'admin', 'token', ...args];
  return promisify(execFile)(process.execPath, command).catch(
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
}
const tokenOf = async (email: string) =>
  (await runToken('--data', folder.path, '--email', email)).stdout.trim();

describe('signing in on the page', () => {
  it('authorise, page, code, token, userinfo, and a call: a user is signed in (accounts.first-sign-in)', async () => {
    const { answered, tokens } = await signInByPage(issuer(), ANN);
    expect(Object.fromEntries(answered)).toMatchObject({ state: 'a state', iss: issuer() });
    expect(await userInfo(tokens.access_token)).toMatchObject({
      status: 200,
      json: { email: ANN, email_verified: true, sub: decodeJwt(tokens.access_token ?? '').sub },
    });
    const { status, json } = await call(tokens.access_token);
    expect([status, json.projects[0].role]).toEqual([200, 'owner']);
  });

  it('the tokens are as clients and RFC 9068 expect them, the access token’s name of the issuer aside', async () => {
    const { tokens } = await signInByPage(issuer(), ANN);
    const keys = createRemoteJWKSet(new URL(discovered.jwks_uri));
    const id = await jwtVerify(tokens.id_token ?? '', keys, {
      issuer: issuer(),
      audience: CLI_CLIENT.clientId,
    });
    const access = await jwtVerify(tokens.access_token ?? '', keys, { audience: 'imagewell' });
    expect(access.payload.sub).toBe(id.payload.sub);
    expect(access.payload.iss).toBe('http://localhost/oidc');
    expect(access.payload.auth_time).toBe(id.payload.auth_time ?? access.payload.auth_time);
    expect(access.payload.auth_time).toBeTypeOf('number');
    expect(decodeProtectedHeader(tokens.access_token ?? '')).toMatchObject({ typ: 'at+jwt' });
    expect(tokens.expires_in).toBe(3600);
    const { status, json } = await call(tokens.id_token);
    expect([status, json.code]).toEqual([401, 'invalid_access_token']);
  });

  it('a refresh token gives a new access token of the same sign-in, and is good once', async () => {
    const { tokens } = await signInByPage(issuer(), ANN);
    const { refresh_token = '', access_token = '' } = tokens;
    const grant = { grant_type: 'refresh_token', refresh_token };
    const renewed = await askForTokens(discovered, grant);
    expect(renewed.status).toBe(200);
    const [before, after] = [access_token, renewed.json.access_token ?? ''].map(decodeJwt);
    expect([after?.sub, after?.auth_time]).toEqual([before?.sub, before?.auth_time]);
    expect(await projectOf(renewed.json.access_token)).toBe(await projectOf(access_token));
    const again = await askForTokens(discovered, grant);
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
  });

  it('a signed-in browser shows no page again, unless the client requests it', async () => {
    const browser = createBrowser();
    const { tokens } = await signInByPage(issuer(), ANN, browser);
    const { challenge } = makeVerifier();
    const silent = await follow(browser, authorizeUrl(discovered, challenge));
    expect(silent).toContain('/callback?code=');
    const consented = authorizeUrl(discovered, challenge, { prompt: 'consent' });
    const requested = await follow(browser, consented);
    expect(await follow(browser, (await browser(requested)).next)).toContain('/callback?code=');
    const again = await follow(browser, authorizeUrl(discovered, challenge, { prompt: 'login' }));
    expect(await typeEmail(browser, again, 'bob@example.com')).toContain('/callback?code=');
    const { refresh_token = '' } = tokens; // Ann's still
    const renewed = await askForTokens(discovered, { grant_type: 'refresh_token', refresh_token });
    expect(renewed.status).toBe(200);
  });

  it('each of the three redirects is taken', async () => {
    for (const redirect_uri of CLI_REDIRECT_URIS) {
      const url = authorizeUrl(discovered, makeVerifier().challenge, { redirect_uri });
      const { next } = await createBrowser()(url);
      expect(next).toContain('/interaction/');
    }
  });
});

describe('invalid requests', () => {
  const grantOf = (code: string, code_verifier: string) => ({
    grant_type: 'authorization_code',
    code,
    code_verifier,
  });

  it('a code that was used is refused, and the tokens that it gave are renewed no more', async () => {
    const { code, verifier, tokens } = await signInByPage(issuer(), ANN);
    const replayed = await askForTokens(discovered, grantOf(code, verifier));
    expect([replayed.status, replayed.json.error]).toEqual([400, 'invalid_grant']);
    const { refresh_token = '' } = tokens;
    const renewed = await askForTokens(discovered, { grant_type: 'refresh_token', refresh_token });
    expect([renewed.status, renewed.json.error]).toEqual([400, 'invalid_grant']);
  });

  it.each([
    ['another verifier', { code_verifier: makeVerifier().verifier }],
    ['none', { code_verifier: '' }],
    ['another redirect', { redirect_uri: CLI_REDIRECT_URIS[1] as string }],
    ['another client', { client_id: 'somebody' }],
  ])('a code with %s is refused', async (_, changes) => {
    const { verifier, challenge } = makeVerifier();
    const code = (await authorize(discovered, challenge, ANN)).get('code') ?? '';
    expect(code).not.toBe('');
    const requested = { ...grantOf(code, verifier), ...(changes as Record<string, string>) };
    const { status, json } = await askForTokens(discovered, requested);
    expect([400, 401]).toContain(status);
    expect(json.access_token).toBeUndefined();
  });

  const { challenge } = makeVerifier();
  it.each([
    ['to another host', { redirect_uri: 'https://evil.example/callback' }],
    ['to another port', { redirect_uri: 'http://localhost:17862/callback' }],
    ['to another path', { redirect_uri: `http://localhost:${CLI_CLIENT.ports[0]}/other` }],
    ['by number', { redirect_uri: `http://127.0.0.1:${CLI_CLIENT.ports[0]}/callback` }],
    ['to a script', { redirect_uri: 'javascript:alert(1)' }],
    ['to <script>', { redirect_uri: '"><script>alert(1)</script>' }],
    ['for another client', { client_id: '<script>alert(1)</script>' }],
  ])('a sign-in that leads %s is refused here, and leads nowhere', async (_, changes) => {
    const { status, next, text } = await createBrowser()(
      authorizeUrl(discovered, challenge, changes),
    );
    expect([status, next]).toEqual([400, '']);
    expect(text).not.toContain('<script>');
  });

  it.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with PKCE of plain', { code_challenge_method: 'plain' }],
    ['for an id token alone', { response_type: 'id_token', nonce: 'n' }],
  ])('a sign-in %s is refused', async (_, changes) => {
    const { next } = await createBrowser()(authorizeUrl(discovered, challenge, changes));
    expect(next).toMatch(/^http:\/\/localhost:\d+\/callback[?#]error=/);
  });

  it('the page without the cookie of its sign-in asks the user to begin again', async () => {
    const { next } = await createBrowser()(authorizeUrl(discovered, challenge));
    const { status, text } = await createBrowser()(next);
    expect([status, text.includes('Start again')]).toEqual([400, true]);
  });
});

describe('the page', () => {
  const XSS = `"'><script>alert(1)</script>&amp;`;
  const { challenge } = makeVerifier();

  it('says that it is for development, runs no script but its own file, and may not be framed', async () => {
    const browser = createBrowser();
    const { next } = await browser(authorizeUrl(discovered, challenge));
    const { status, headers, text } = await browser(next);
    expect([status, text.includes('Accounts here are for development')]).toEqual([200, true]);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|sha256|nonce|\*/);
    expect(text).not.toMatch(/<script(?! src="\/oidc\/page\.js"><\/script>)|<style|\son\w+=/);
    for (const port of CLI_CLIENT.ports) expect(policy).toContain(`http://localhost:${port}`);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('shows the typed or hinted address as text', async () => {
    const browser = createBrowser();
    const { next } = await browser(authorizeUrl(discovered, challenge, { login_hint: XSS }));
    const hinted = await browser(next);
    const typed = await browser(next, {
      method: 'POST',
      body: new URLSearchParams({ email: XSS }),
    });
    expect([hinted.status, typed.status]).toEqual([200, 400]);
    for (const { text } of [hinted, typed]) {
      expect(text).toContain('&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;');
      expect(text).not.toContain('<script>');
    }
  });

  it.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'a b@example.com',
    'ann@host',
    `${'a'.repeat(250)}@b.co`,
  ])('takes %j for no e-mail address', async (email) => {
    const browser = createBrowser();
    const { next } = await browser(authorizeUrl(discovered, challenge));
    const sent = await browser(next, { method: 'POST', body: new URLSearchParams({ email }) });
    expect(sent.status).toBe(400);
  });

  it('takes a form alone, and a short one', async () => {
    const browser = createBrowser();
    const { next } = await browser(authorizeUrl(discovered, challenge));
    const headers = { 'Content-Type': 'application/json' };
    const json = await browser(next, { method: 'POST', headers, body: `{"email":"${ANN}"}` });
    const body = new URLSearchParams({ email: ANN, more: 'x'.repeat(10_000) });
    const long = await browser(next, { method: 'POST', body });
    expect([json.status, long.status]).toEqual([400, 400]);
  });

  it('is not served under another host name that resolves to this machine (local.sign-in)', async () => {
    const { port } = new URL(service.baseUrl);
    const ask = (host: string) =>
      new Promise<number | undefined>((done) => {
        const options = { port, path: '/oidc/.well-known/openid-configuration' };
        request({ ...options, host: '127.0.0.1', headers: { host } }, (answer) => {
          answer.resume();
          done(answer.statusCode);
        }).end();
      });
    expect(await ask('evil.example')).toBe(404);
    expect(await ask(`localhost.evil.example:${port}`)).toBe(404);
    expect(await ask(`localhost:${port}`)).toBe(200);
  });
});

describe('userinfo', () => {
  it.each(['', 'x.y.z', 'Bearer'])('says nothing to %j', async (token) => {
    const { status, json } = await userInfo(token);
    expect([status, json]).toEqual([401, { error: 'invalid_token' }]);
  });

  it('says nothing to an id token', async () => {
    const { tokens } = await signInByPage(issuer(), ANN);
    expect((await userInfo(tokens.id_token)).status).toBe(401);
  });
});

describe('npx imagewell admin token', () => {
  it('prints a token alone, of the same user as the page for any spelling of the address (local.token-command)', async () => {
    const { stdout, stderr } = await runToken('--data', folder.path, '--email', ' Ann@Example.com');
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(stderr).toBe('');
    const { tokens } = await signInByPage(issuer(), ANN);
    expect(await projectOf(stdout.trim())).toBe(await projectOf(tokens.access_token));
    expect((await userInfo(stdout.trim())).json).toMatchObject({ email: ANN });
  });

  it.each([
    [['--email', 'nobody'], 1, 'not an e-mail address: nobody'],
    [[], 2, 'use --email'],
    [['--email', ANN, '--data', '/nowhere/at/all'], 4, 'Run npx imagewell start first'],
  ])(
    'with %j exits with %i, explains the fault and prints nothing',
    async (args, code, message) => {
      const token = await runToken('--data', folder.path, ...args);
      expect([token.stdout, 'code' in token ? token.code : 0]).toEqual(['', code]);
      expect(token.stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
      expect(token.stderr).toContain(message);
    },
  );
});

describe('a folder with an unused issuer', () => {
  it('gets one key for any number of concurrent first requests', async () => {
    const fresh = await makeDataFolder();
    const started = await startService(fresh.path);
    const emails = Array.from({ length: 6 }, (_, at) => `person-${at}@example.com`);
    const [keys, ...result] = await Promise.all([
      fetch(`${started.baseUrl}/oidc/jwks`).then((answer) => answer.json()),
      ...emails.map((email) => runToken('--data', fresh.path, '--email', email)),
    ]);
    const kids = result.map(({ stdout, stderr }) => {
      expect(stderr).toBe('');
      return decodeProtectedHeader(stdout.trim()).kid;
    });
    const [{ kid, d }] = (keys as { keys: [{ kid: string; d?: string }] }).keys;
    expect([...new Set(kids)]).toEqual([kid]);
    expect(d).toBeUndefined(); // the private part
    const answers = await Promise.all(
      result.map(({ stdout }) => call(stdout.trim(), 'list-projects', started)),
    );
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
    await started.stop();
    await fresh.remove();
  });
});

describe('a restart', () => {
  it('on another port keeps the user, their tokens and their session, by page and by command', async () => {
    const browser = createBrowser();
    const before = await signInByPage(issuer(), ANN, browser);
    const project = await projectOf(before.tokens.access_token);
    const { refresh_token = '' } = before.tokens;
    const { baseUrl } = service;
    await service.stop();
    const whileStopped = await tokenOf(ANN);
    service = await startService(folder.path);
    discovered = await discover(issuer());
    expect(service.baseUrl).not.toBe(baseUrl);
    expect(discovered.issuer).toBe(issuer());
    expect(await projectOf(before.tokens.access_token)).toBe(project);
    expect(await projectOf(whileStopped)).toBe(project);
    const renewed = await askForTokens(discovered, { grant_type: 'refresh_token', refresh_token });
    expect(await projectOf(renewed.json.access_token)).toBe(project);
    const { next } = await browser(authorizeUrl(discovered, makeVerifier().challenge));
    expect(next).toContain('/callback?code=');
  });

  it('after kill -9 keeps who just signed in', async () => {
    const { tokens } = await signInByPage(issuer(), 'late@example.com');
    const project = await projectOf(tokens.access_token);
    await service.stop('SIGKILL');
    service = await startService(folder.path);
    discovered = await discover(issuer());
    expect(await projectOf(tokens.access_token)).toBe(project);
    expect((await userInfo(tokens.access_token)).json).toMatchObject({ email: 'late@example.com' });
  });

  it('on another data folder knows no user: its keys are its own', async () => {
    const other = await makeDataFolder();
    const elsewhere = await startService(other.path);
    const { status } = await call(await tokenOf(ANN), 'list-projects', elsewhere);
    await elsewhere.stop();
    await other.remove();
    expect(status).toBe(401);
  });
});

describe('the file of the issuer', () => {
  it('is readable by its owner alone: it holds the key', async () => {
    for (const name of ['sign-in.db', 'sign-in.db-wal', 'sign-in.db-shm']) {
      const { mode } = await stat(join(folder.path, name));
      expect([name, mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('no token and no code stand in the output (security.no-key-in-clear)', async () => {
    const { tokens, code } = await signInByPage(issuer(), ANN);
    await call(tokens.access_token);
    const { refresh_token = '', access_token = '', id_token = '' } = tokens;
    for (const secret of [code, refresh_token, access_token, id_token]) {
      expect(service.output()).not.toContain(secret);
    }
    expect(service.output()).not.toMatch(/WARNING|NOTICE|oidc-provider/i);
  });
});
