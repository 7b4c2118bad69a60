import { readdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../../../local/identity-provider/issue-token.ts';
import { type RawAnswer, type RawRequest, sendRaw } from '../../../support/http/send-raw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

const BROWSER = { Accept: 'text/html' };
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
/** Of this machine alone, with the development issuer. */
let ownFolder: Awaited<ReturnType<typeof makeDataFolder>>;
let own: StartedService;
let service: StartedService;
beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.path, '--host', '0.0.0.0');
  ownFolder = await makeDataFolder();
  own = await startService(ownFolder.path);
});
afterAll(async () => {
  await service.stop();
  await own.stop();
  await folder.remove();
  await ownFolder.remove();
});

interface Asked extends RawRequest {
  /** Of another service than the one that every machine reaches. */
  readonly baseUrl?: string;
}
const ask = (path: string, { baseUrl, ...sent }: Asked = {}) =>
  sendRaw(baseUrl ?? service.baseUrl, path, sent);

/** The console's request. */
const ofOwnPage = () => ({
  'Sec-Fetch-Site': 'same-origin',
  Origin: service.baseUrl,
  'Content-Type': 'application/json',
});
const outsideAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

/** The names of the processes that a process has started, ended ones that it left too. */
function childrenOf(pid: number | undefined): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    try {
      const [, command = '', parent] =
        /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      return Number(parent) === pid ? [command] : [];
    } catch {
      return []; // it ended meanwhile
    }
  });
}

describe('the address of the local service', () => {
  it('leaves no process beside it that built its pages', async () => {
    expect((await ask('/docs/nowhere')).status).toBe(404);
    expect(childrenOf(service.child.pid)).not.toContain('esbuild');
  });

  it('is one: a browser that names this machine otherwise is led there (site.one-origin)', async () => {
    const { port } = new URL(service.baseUrl);
    const other = { ...BROWSER, Host: `localhost:${port}` };
    const led = await ask('/console/keys?x=1', { headers: other });
    expect([led.status, led.headers.location]).toEqual([
      307,
      `${service.baseUrl}/console/keys?x=1`,
    ]);
    // neither programs, nor names of others, nor ports that are mapped to this one
    expect((await ask('/', { headers: { Host: `localhost:${port}` } })).status).toBe(200);
    for (const host of ['evil.example', 'localhost:1', `images.example:${port}`]) {
      expect((await ask('/', { headers: { ...BROWSER, Host: host } })).status, host).toBe(200);
    }
  });

  it('names no issuer to requests from another machine (site.settings)', async () => {
    const { baseUrl } = own;
    const here = await ask('/console/settings.json', { baseUrl });
    expect(here.json).toEqual({
      apiUrl: baseUrl,
      cdnUrl: baseUrl,
      issuer: `${baseUrl}/oidc`,
      clientId: 'imagewell-console',
      hasEvents: false,
      isLocal: true,
    });
    for (const headers of [{ Host: 'evil.example' }, { 'X-Forwarded-For': '203.0.113.7' }]) {
      const other = await ask('/console/settings.json', { headers, baseUrl });
      expect(other.json).toMatchObject({ issuer: null, clientId: null, isLocal: false });
    }
  });

  it('has no path out of the built files (site.closed)', async () => {
    const paths = [
      '/console/../../../../etc/passwd',
      '/console/..%2f..%2fpackage.json',
      '/docs/%2e%2e/%2e%2e/package.json',
      '/docs/....//....//package.json',
      '/console/assets/../../package.json',
      '/docs/.git/config',
      '/console//etc/passwd.txt',
      '/console/x\\..\\y.txt',
      '/docs/a%00.html',
      `/docs/${'a/'.repeat(2_000)}b.html`,
      '/console/__proto__.js',
      '/problems/__proto__',
    ];
    for (const path of paths) {
      const answer = await ask(path);
      expect([answer.status, answer.json?.code], path).toEqual([404, 'route_not_found']);
      // a browser gets the docs' own page for it, where this checkout has built them
      expect((await ask(path, { headers: BROWSER })).status, path).toBe(404);
    }
  });

  it('bears headers that no client sends (site.index)', async () => {
    const accepts = ['text/html;'.repeat(700), ','.repeat(7_000), 'text/html;q=9', '\u00ff'];
    for (const Accept of accepts) {
      expect((await ask('/', { headers: { Accept } })).status).toBe(200);
    }
    const tags = await ask('/', { headers: { 'If-None-Match': `${'"x",'.repeat(2_000)}*x` } });
    expect(tags.status).toBe(200);
  });

  it('logs no path of the site, only its pattern (security.logs-and-alarms)', async () => {
    await ask('/console/private_secret');
    await ask('/consoleprivate_secret');
    await expect.poll(() => service.output()).toMatch(/"route":"\/console\*"/);
    expect(service.output()).not.toContain('private_secret');
  });

  it('shows the local issuer at /oidc, to this machine alone (local.sign-in)', async () => {
    const { baseUrl } = own;
    const page = await ask('/oidc', { headers: BROWSER, baseUrl });
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('asks for no password'),
    ]);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const elsewhere = { headers: { Host: 'evil.example' }, baseUrl };
    expect((await ask('/oidc', elsewhere)).status).toBe(404);
    // every machine reaches this one (local.sign-in)
    expect((await ask('/oidc', { headers: BROWSER })).status).toBe(404);
  });

  it('is ready while its stores answer, and says when they do not (site.health)', async () => {
    expect((await ask('/readyz')).json).toEqual({ status: 'ready' });
    const away = `${folder.path}-away`;
    await rename(folder.path, away);
    const refused = await ask('/readyz');
    await rename(away, folder.path);
    expect([refused.status, refused.json.code]).toEqual([503, 'busy']);
    expect((await ask('/healthz')).status).toBe(200);
  });
});

describe('POST /console/take-over', () => {
  const tokenOf = (email: string) => issueToken(folder.path, email);
  const takeOver = (headers: Readonly<Record<string, string>>, more: Asked = {}) =>
    ask('/console/take-over', { method: 'POST', headers, ...more });
  const callAs = async (token: string, name: string, body: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${service.baseUrl}/api/v1/${name}`, init);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
    return (await response.json()) as any;
  };

  /** No user becomes a member by it. */
  async function expectRefused(made: Promise<RawAnswer>, token: string) {
    const { status, json } = await made;
    expect([status, json.code]).toEqual([404, 'route_not_found']);
    const { projects } = await callAs(token, 'list-projects', {});
    expect(projects.map((one: { projectId: string }) => one.projectId)).not.toContain(
      service.projectId,
    );
  }

  it.each<[string, (own: Record<string, string>) => Record<string, string>]>([
    ['without Sec-Fetch-Site, as a program sends it', ({ 'Sec-Fetch-Site': _, ...rest }) => rest],
    ['of another site', (own) => ({ ...own, 'Sec-Fetch-Site': 'cross-site' })],
    ['of the same site on another port', (own) => ({ ...own, 'Sec-Fetch-Site': 'same-site' })],
    ['typed into the address bar', (own) => ({ ...own, 'Sec-Fetch-Site': 'none' })],
    ['without Origin', ({ Origin: _, ...rest }) => rest],
    ['of a hidden origin', (own) => ({ ...own, Origin: 'null' })],
    ['of another port of this machine', (own) => ({ ...own, Origin: 'http://127.0.0.1:1' })],
    [
      'of another name of this machine',
      (own) => ({ ...own, Origin: own.Origin?.replace('127.0.0.1', 'localhost') ?? '' }),
    ],
    ['of a web page', (own) => ({ ...own, Origin: 'https://evil.example' })],
    [
      'of a rebound name, from its own page',
      (own) => ({ ...own, Origin: 'http://evil.example:8080', Host: 'evil.example:8080' }),
    ],
    [
      'of a name that only looks like loopback',
      (own) => ({
        ...own,
        Origin: 'http://127.0.0.1.evil.example',
        Host: '127.0.0.1.evil.example',
      }),
    ],
    [
      'that a proxy passes on: X-Forwarded-For',
      (own) => ({ ...own, 'X-Forwarded-For': '203.0.113.7' }),
    ],
    [
      'that a proxy passes on: X-Forwarded-Host',
      (own) => ({ ...own, 'X-Forwarded-Host': 'x.example' }),
    ],
    [
      'that a proxy passes on: X-Forwarded-Proto',
      (own) => ({ ...own, 'X-Forwarded-Proto': 'https' }),
    ],
    ['that a proxy passes on: Forwarded', (own) => ({ ...own, Forwarded: 'for=203.0.113.7' })],
    ['that a proxy passes on: Via', (own) => ({ ...own, Via: '1.1 proxy' })],
    ['that a proxy passes on: X-Real-IP', (own) => ({ ...own, 'X-Real-IP': '203.0.113.7' })],
    ['that a proxy passes on: CDN-Loop', (own) => ({ ...own, 'CDN-Loop': 'cdn' })],
  ])('refuses a request %s (local.take-over)', async (_, change) => {
    const token = await tokenOf('mallory@example.com');
    const headers = { ...change(ofOwnPage()), Authorization: `Bearer ${token}` };
    await expectRefused(takeOver(headers), token);
  });

  it('refuses the form of another page, which carries no token either (local.take-over)', async () => {
    const form = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      Origin: 'https://evil.example',
    };
    expect((await takeOver(form)).status).toBe(404);
  });

  it('refuses HTTP/1.0, which nginx speaks to its upstream (local.take-over)', async () => {
    const { host, hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    const lines = Object.entries(ofOwnPage()).map(([name, value]) => `${name}: ${value}`);
    const head = [
      'POST /console/take-over HTTP/1.0',
      `Host: ${host}`,
      ...lines,
      'Content-Length: 0',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.skipIf(outsideAddress === undefined)(
    'refuses another machine, whatever it says of itself (local.take-over)',
    async () => {
      const token = await tokenOf('mallory@example.com');
      const headers = { ...ofOwnPage(), Authorization: `Bearer ${token}` };
      const { host } = new URL(service.baseUrl);
      const from = { host: outsideAddress ?? '' };
      await expectRefused(takeOver({ ...headers, Host: host }, from), token);
    },
  );

  it('without its own issuer refuses requests without a token, and every other method (local.take-over)', async () => {
    expect((await takeOver(ofOwnPage())).json.code).toBe('missing_access_token');
    const wrong = { ...ofOwnPage(), Authorization: 'Bearer x' };
    expect((await takeOver(wrong)).json.code).toBe('invalid_access_token');
    expect((await ask('/console/take-over', { method: 'PUT' })).status).toBe(405);
  });

  it('makes the user an owner, who may repeat it, and the audit trail says so (local.take-over)', async () => {
    const token = await tokenOf('ann@example.com');
    const headers = { ...ofOwnPage(), Authorization: `Bearer ${token}` };
    for (const _ of [1, 2]) {
      const made = await takeOver(headers);
      expect([made.status, made.json]).toEqual([
        200,
        { projectId: service.projectId, role: 'owner' },
      ]);
    }
    const { projects } = await callAs(token, 'list-projects', {});
    expect(projects).toContainEqual(
      expect.objectContaining({ projectId: service.projectId, role: 'owner' }),
    );
    const { projectId } = service;
    const { events } = await callAs(token, 'list-audit-events', { projectId });
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      action: 'take-over-project',
      outcome: 'done',
      projectId,
      actor: { kind: 'person' },
      sourceAddress: expect.stringContaining('127.0.0.1'),
    });
    // the keys of the banner work on, and the project is where it was
    const { images } = await fetch(`${service.baseUrl}/api/v1/list-images`, {
      method: 'POST',
      headers: { 'X-API-Key': service.apiKey, 'Content-Type': 'application/json' },
      body: '{}',
    }).then((response) => response.json() as Promise<{ images: unknown[] }>);
    expect(images).toEqual([]);
  });

  it('adds twelve images for the same kind of request, and none for the next (local.samples)', async () => {
    const refused = await ask('/console/sample', { method: 'POST' });
    expect(refused.status).toBe(404);
    const post = { method: 'POST', headers: ofOwnPage() };
    const [first, second] = await Promise.all([
      ask('/console/sample', post),
      ask('/console/sample', post),
    ]);
    expect([first.json, second.json]).toEqual([
      { added: 12, present: 12 },
      { added: 12, present: 12 },
    ]);
    expect((await ask('/console/sample', post)).json).toEqual({ added: 0, present: 12 });
  });
});
