import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../../../local/identity-provider/issue-token.ts';
import {
  authorizeUrl,
  createBrowser,
  discover,
  makeVerifier,
  signInByPage,
} from '../../../support/identity/sign-in-by-page.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

const ANN = 'ann@example.com';
const DISCOVERY = '/oidc/.well-known/openid-configuration';
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

/** Asks as it stands, by hand: fetch would add to it. */
async function statusOf(lines: readonly string[], path = DISCOVERY, version = '1.1') {
  const { host, hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  const head = [`GET ${path} HTTP/${version}`, `Host: ${host}`, 'Connection: close', ...lines];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]);
}

function statusOfCall(token: string) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const requested = { method: 'POST', headers, body: '{}' };
  return fetch(`${service.baseUrl}/api/v1/list-projects`, requested).then(({ status }) => status);
}

describe('the passwordless issuer behind a reverse proxy on the same machine', () => {
  it.each([
    ['Forwarded: for=203.0.113.7'],
    ['forwarded: for=203.0.113.7'],
    ['X-Forwarded-For: 203.0.113.7'],
    ['x-forwarded-proto: https'],
    ['X-Forwarded-Host: images.example'],
    ['X-FORWARDED-PREFIX: /images'],
    ['X-Real-IP: 203.0.113.7'],
    ['Via: 1.1 proxy'],
    ['CDN-Loop: cloudflare'],
    ['Origin: https://images.example'],
    ['Origin: http://127.0.0.1.evil.example'],
  ])("isn't there for a request with %s", async (line) => {
    expect(await statusOf([line])).toBe(404);
  });

  it("isn't there for nginx with its own defaults: its own Host, and HTTP/1.0 (local.sign-in)", async () => {
    expect(await statusOf([], DISCOVERY, '1.0')).toBe(404);
  });

  it('is there for this machine, from its own page and from none', async () => {
    expect(await statusOf([])).toBe(200);
    for (const origin of ['http://localhost:3000', service.baseUrl, 'http://[::1]:8080', 'null']) {
      expect(await statusOf([`Origin: ${origin}`]), origin).toBe(200);
    }
  });

  it('has a page whose form says where it was shown, and takes it from nowhere else', async () => {
    const browser = createBrowser();
    const discovered = await discover(`${service.baseUrl}/oidc`);
    const begun = await browser(authorizeUrl(discovered, makeVerifier().challenge));
    const page = await browser(begun.next);
    // a browser tells the origin of a form then (Fetch, "serializing a request origin")
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const sent = { method: 'POST', headers, body: new URLSearchParams({ email: ANN }) };
    const from = (Origin: string) =>
      browser(begun.next, { ...sent, headers: { ...headers, Origin } });
    // as of any path that nothing is at
    expect((await from('https://images.example')).status).toBe(405);
    expect((await from(service.baseUrl)).status).toBe(303);
  });

  it('hides nothing else: API and images are answered behind a proxy', async () => {
    const proxy = ['Via: 1.1 proxy', 'X-Forwarded-For: 203.0.113.7'];
    expect(await statusOf(proxy, '/api/v1/list-projects')).toBe(405);
    expect(await statusOf(proxy, `/res/img_${'a'.repeat(26)}.jpg?width=0`)).toBe(400);
  });
});

describe('--no-sign-in', () => {
  it('permits no sign-in, and accepts tokens that were printed on this machine (local.sign-in)', async () => {
    const { tokens } = await signInByPage(`${service.baseUrl}/oidc`, ANN);
    await service.stop();
    service = await startService(folder.path, '--no-sign-in');
    for (const path of [
      DISCOVERY,
      '/oidc/auth',
      '/oidc/token',
      '/oidc/interaction/x',
      '/oidc/jwks/',
    ]) {
      expect(await statusOf([], path), path).toBe(404);
    }
    expect(await statusOf([], '/oidc/jwks')).toBe(200);
    expect(await statusOfCall(await issueToken(folder.path, ANN))).toBe(200);
    expect(await statusOfCall(tokens.access_token ?? '')).toBe(200);
  });
});
