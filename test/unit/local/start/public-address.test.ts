import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../support/http/client.ts';
import { startForeignIssuer } from '../../../support/identity/foreign-issuer.ts';
import {
  authorizeUrl,
  createBrowser,
  discover,
  makeVerifier,
} from '../../../support/identity/sign-in-by-page.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
type Json = any;
const PUBLIC = 'https://images.example.com';
const CDN = 'https://cdn.example.com';
const AUDIENCE = 'images-of-example';
const REDIRECT = `${PUBLIC}/console/callback`;
const USER = 'ann@example.com';

const startIssuer = () =>
  startForeignIssuer({
    clients: [{ clientId: 'console-at-example', redirectUris: [REDIRECT] }],
    audience: () => AUDIENCE,
  });

/** Signs in as the console does; an access token. */
async function signIn(issuer: string): Promise<string> {
  const discovered = await discover(issuer);
  const browser = createBrowser();
  const { verifier, challenge } = makeVerifier();
  const client = { client_id: 'console-at-example', redirect_uri: REDIRECT };
  let next = authorizeUrl(discovered, challenge, client);
  for (let step = 0; step < 10 && !next.startsWith(PUBLIC); step += 1) {
    const got = await browser(next);
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(got.text) ?? [];
    const body = new URLSearchParams({ prompt: prompt ?? '', login: USER, password: 'x' });
    next = prompt ? (await browser(next, { method: 'POST', body })).next : got.next;
  }
  const code = new URL(next).searchParams.get('code') ?? '';
  const form = { ...client, grant_type: 'authorization_code', code, code_verifier: verifier };
  const body = new URLSearchParams(form);
  const response = await fetch(discovered.token_endpoint, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
}

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let service: StartedService;
let loopback: string;

beforeAll(async () => {
  folder = await makeDataFolder();
  issuer = await startIssuer();
  const port = await freePort();
  loopback = `http://127.0.0.1:${port}`;
  service = await startService(
    folder.path,
    '--port',
    String(port),
    `--public-url=${PUBLIC}`,
    `--cdn-url=${CDN}`,
    '--trust-proxy=loopback',
    `--issuer=${issuer.url}`,
    `--audience=${AUDIENCE}`,
    '--console-client-id=console-at-example',
  );
});
afterAll(async () => {
  await service?.stop();
  await issuer?.stop();
  await folder.remove();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(loopback + path, { headers, redirect: 'manual' });
const callAs = async (token: string, name: string, body: object, headers = {}) => {
  const authorized = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const sent = { method: 'POST', headers: { ...authorized, ...headers } };
  const response = await fetch(`${loopback}/api/v1/${name}`, {
    ...sent,
    body: JSON.stringify(body),
  });
  const json = (await response.json()) as Json;
  return { status: response.status, json };
};

describe('a service with a public address', () => {
  it('returns and accepts its public addresses (local.public-url)', async () => {
    expect(service).toMatchObject({ baseUrl: PUBLIC, cdnUrl: CDN });
    const client = createClient({ ...service, baseUrl: loopback, cdnUrl: loopback });
    const uploaded = await client.upload(await drawJpeg());
    const { temporaryImageUrl } = uploaded.json;
    expect(temporaryImageUrl).toMatch(new RegExp(`^${CDN}/res/tmp_`));
    const saved = await client.call('save-temporary-image', { temporaryImageUrl });
    expect(saved.json.imageUrl).toMatch(new RegExp(`^${CDN}/res/img_`));
    const { pathname } = new URL(saved.json.imageUrl);
    const describe = (imageUrl: string) =>
      client.call('update-image-metadata', { imageUrl, add: { alt_text: 'A bridge' } });
    const byPublic = await describe(PUBLIC + pathname);
    expect(byPublic.status).toBe(200);
    const foreign = await describe(`https://a.example${pathname}`);
    expect(foreign.status).toBe(400);
    const form = await client.request(`/api/v1/create-direct-upload/${service.uploadKey}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ contentType: 'image/jpeg', bytes: 1000 }),
    });
    expect(JSON.stringify(await form.json)).toContain(`${PUBLIC}/direct-upload`);
  });

  it('has a console that knows its addresses and the issuer, and whose policy lets it ask them (local.issuer)', async () => {
    const settings = await ask('/console/settings.json');
    expect(await settings.json()).toMatchObject({
      apiUrl: PUBLIC,
      cdnUrl: CDN,
      issuer: issuer.url,
      clientId: 'console-at-example',
    });
    const policy = settings.headers.get('content-security-policy') ?? '';
    const [, connect = ''] = /connect-src ([^;]*)/.exec(policy) ?? [];
    expect(connect.split(' ')).toEqual(["'self'", PUBLIC, CDN, issuer.url]);
    expect(policy).toMatch(new RegExp(`img-src [^;]*${CDN}`));
  });

  it('has no development issuer, for this machine neither (local.sign-in)', async () => {
    expect((await ask('/oidc/.well-known/openid-configuration')).status).toBe(404);
    expect((await ask('/oidc')).status).toBe(404);
  });

  it('verifies the tokens of the issuer, and asks it for addresses; the audit trail has the client that the proxy told (local.issuer, local.trust-proxy)', async () => {
    const token = await signIn(issuer.url);
    const from = { 'X-Forwarded-For': '6.6.6.6, 203.0.113.7', 'X-Forwarded-Proto': 'https' };
    expect((await callAs(token, 'get-account', {})).status).toBe(200);
    const projects = await callAs(token, 'list-projects', {});
    const { projectId } = projects.json.projects[0];
    const changed = await callAs(token, 'update-project', { projectId, name: 'Shop' }, from);
    expect(changed.status).toBe(200);
    const { json } = await callAs(token, 'list-audit-events', { projectId });
    expect(JSON.stringify(json)).toContain('203.0.113.7');
    expect(JSON.stringify(json)).not.toContain('6.6.6.6');
    const [head = '', body = '', signature = ''] = token.split('.');
    const forged = `${head}.${body}.${signature.slice(0, -6)}AAAAAA`;
    expect((await callAs(forged, 'get-account', {})).status).toBe(401);
  });

  it('leads a page that the proxy was asked for under another scheme or host to the public address (local.public-url)', async () => {
    const page = { Accept: 'text/html' };
    const host = { 'X-Forwarded-Host': 'images.example.com' };
    const asked = async (headers: Record<string, string>) => {
      const { status, headers: answered } = await ask('/console/', { ...page, ...headers });
      return [status, answered.get('location')];
    };
    const away = [307, `${PUBLIC}/console/`];
    expect(await asked({ 'X-Forwarded-Proto': 'http' })).toEqual(away);
    expect(await asked({ 'X-Forwarded-Host': 'old.example.com' })).toEqual(away);
    expect(await asked({ 'X-Forwarded-Proto': 'https', ...host })).toEqual([200, null]);
  });
});

describe('a start with an issuer that can’t be used says why', () => {
  const startWith = async (...args: string[]) => {
    const other = await makeDataFolder();
    try {
      return await startService(other.path, ...args).then(
        async (started) => {
          await started.stop();
          return '';
        },
        (error: Error) => error.message,
      );
    } finally {
      await other.remove();
    }
  };

  it('that has no discovery document, or calls itself otherwise (local.issuer)', async () => {
    const audience = ['--audience', AUDIENCE];
    const none = await startWith('--issuer', `${issuer.url}/none`, ...audience);
    expect(none).toMatch(
      /imagewell: the issuer \S+ cannot be used: \S+ was not read \(the status is 404\)\./,
    );
    const other = issuer.url.replace('localhost', '127.0.0.1');
    const named = await startWith('--issuer', other, ...audience);
    expect(named).toContain(`calls itself ${issuer.url}.`);
  });

  it('all faults of all sources in one message (local.settings)', async () => {
    const said = await startWith('--public-url', 'x', '--metrics', 'all', '--verbos');
    expect(said).toContain('3 settings are invalid:');
    expect(said).toContain('did you mean --verbose?');
  });
});
