import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSiteFunction } from '../../../../lambdas/edge/build-edge-function.ts';
import { loadEdgeFunction } from '../../../../local/cloudfront/edge-function.ts';
import { MACHINE_CLOCK } from '../../../../local/http/body-pace.ts';
import { createProblemAnswer } from '../../../../local/http/problem-answer.ts';
import {
  findIssuer,
  IssuerFaultError,
  IssuerSilentError,
} from '../../../../local/identity-provider/find-issuer.ts';
import { openIssuer } from '../../../../local/identity-provider/open-issuer.ts';
import { seekIssuer } from '../../../../local/identity-provider/seek-issuer.ts';
import { createConsoleActions, NO_ACTIONS } from '../../../../local/site/console-actions.ts';
import { createSite } from '../../../../local/site/site.ts';
import { createSiteFiles } from '../../../../local/site/site-files.ts';
import { stopTimers } from '../../../support/waits/stop-timers.ts';
import { turnUntil } from '../../../support/waits/turn-until.ts';

/** An issuer that answers as a test says, and counts its requests. */
let server: Server;
let issuer: string;
let answer: { readonly status: number; readonly body: object };
let requests: number;
const settings = () => ({ issuer, audience: ['images'], audienceClaim: 'aud' as const });
const DOWN = { status: 503, body: {} };
const document = (changes: object = {}) => ({
  issuer,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/me`,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: 'https://tokens.example.com/token',
  ...changes,
});

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    requests += 1;
    const isDocument = url?.endsWith('/openid-configuration');
    const { status, body } = isDocument ? answer : { status: 200, body: { keys: [] } };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  answer = DOWN;
  requests = 0;
});

const NOBODY = 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA';

describe('an issuer that is silent at the start (local.issuer)', () => {
  it.each([429, 500, 503])('is silent by status %i, and not unusable', async (status) => {
    answer = { status, body: {} };
    await expect(findIssuer(settings())).rejects.toThrow(IssuerSilentError);
  });

  it('is silent where nothing listens', async () => {
    const nothing = { ...settings(), issuer: 'http://127.0.0.1:1' };
    const reason = /^the issuer http:\/\/127\.0\.0\.1:1 does not respond \(.+\)$/;
    await expect(findIssuer(nothing)).rejects.toThrow(IssuerSilentError);
    await expect(findIssuer(nothing)).rejects.toThrow(reason);
  });

  it.each([
    ['another name', 200, { issuer: 'https://other.example' }],
    ['no keys', 200, { jwks_uri: undefined }],
    ['no document', 404, {}],
    ['a document elsewhere', 302, {}],
  ])('is unusable with %s', async (_, status, changes) => {
    answer = { status, body: document(changes) };
    await expect(findIssuer(settings())).rejects.toThrow(IssuerFaultError);
  });

  it('is asked by many tokens once in five seconds, which answer busy; then it is found', async () => {
    let now = 1_000_000;
    const opened = openIssuer(settings(), () => now);
    const busy = {
      code: 'busy',
      options: {
        detail: expect.stringContaining('sign-in is unavailable. API keys work'),
        headers: { 'Retry-After': '5' },
      },
    };
    const both = [opened.accessTokens.identify(NOBODY), opened.userInfo.of(NOBODY)];
    for (const one of both) await expect(one).rejects.toMatchObject(busy);
    await expect(opened.accessTokens.identify(NOBODY)).rejects.toMatchObject(busy);
    expect(requests).toBe(1);

    answer = { status: 200, body: document() };
    await expect(opened.accessTokens.identify(NOBODY)).rejects.toMatchObject(busy);
    expect(requests).toBe(1);
    now += 5_000;
    expect(await opened.accessTokens.identify(NOBODY)).toBeUndefined();
    expect(await opened.accessTokens.identify(NOBODY)).toBeUndefined();
    answer = DOWN;
    now += 60_000;
    expect(await opened.accessTokens.identify(NOBODY)).toBeUndefined();
  });

  it('is named by the policy of pages, with further origins once they are known', async () => {
    const url = 'http://127.0.0.1:8080';
    const facts = { version: '1.0.0', apiUrl: url, cdnUrl: url };
    let origins = [issuer];
    const site = createSite({
      runSiteRequest: loadEdgeFunction(buildSiteFunction(process.cwd())),
      files: createSiteFiles({ facts, buildConsole: async () => undefined, docsFolder: 'none' }),
      settings: { apiUrl: url, cdnUrl: url, hasEvents: false, issuer, clientId: 'console' },
      issuerOrigins: () => origins,
      actions: createConsoleActions(NO_ACTIONS, MACHINE_CLOCK, createProblemAnswer(url)),
      isReady: async () => true,
    });
    const pages = createServer(async (request, response) => {
      const { headers = {} } = (await site.answer(request, 'r-1')) ?? {};
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.end();
    });
    await new Promise<void>((done) => pages.listen(0, '127.0.0.1', done));
    const { port } = pages.address() as AddressInfo;
    const readPolicy = async () => {
      const { headers } = await fetch(`http://127.0.0.1:${port}/console/settings.json`);
      return /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
    };
    expect(await readPolicy()).toBe(`'self' ${url} ${issuer}`);
    origins = [issuer, 'https://tokens.example.com'];
    expect(await readPolicy()).toBe(`'self' ${url} ${issuer} https://tokens.example.com`);
    pages.close();
    pages.closeAllConnections();
  });

  it('is found in the background, with the origins that a browser asks', async () => {
    const lines: string[] = [];
    const note = (message: string) => void lines.push(message);
    stopTimers();
    const origins = seekIssuer(settings(), { info: note, warn: note, error: note }, 20);
    expect(origins()).toEqual([issuer]);
    const passUntil = (holds: () => boolean) =>
      turnUntil(() => {
        vi.advanceTimersByTime(1);
        return holds();
      });
    await passUntil(() => requests > 1);
    answer = { status: 200, body: document() };
    await passUntil(() => origins().length > 1);
    expect(origins()).toEqual([issuer, 'https://tokens.example.com']);
    expect(lines).toEqual(['token issuer not found', 'token issuer found']);
    const before = requests;
    vi.advanceTimersByTime(3_600_000);
    await fetch(`${issuer}/jwks`); // behind whatever was sent meanwhile
    expect(requests).toBe(before + 1);
  });
});
