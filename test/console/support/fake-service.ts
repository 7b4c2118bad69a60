import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONSOLE_FOLDER } from '../../../scripts/build-console.ts';

/** The answer to a call; `undefined` never answers. */
export interface FakeAnswer {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  /** The answer is sent after it. */
  readonly after?: Promise<unknown> | undefined;
}

export type Handler = (request: never, headers: IncomingMessage['headers']) => FakeAnswer;

const FREE_PLAN = { name: 'free', maxImages: 50, maxTransformationsPerMonth: 100 };

/** A service for one console: its site, an issuer where everybody is signed in, calls by name. */
export interface FakeService {
  readonly url: string;
  /** The calls so far, the oldest first. */
  readonly calls: { readonly name: string; readonly request: unknown }[];
  /** Whether the issuer has a session: without one it takes an address of its own page. */
  isSignedIn: boolean;
  isLocal: boolean;
  /** Whether anybody can sign in. */
  hasIssuer: boolean;
  /** Of a service with accounts of its own: whether any can sign in. */
  hasWayIn: boolean | undefined;
  /** The answer to whether the project can be taken over. */
  takeOver: object;
  hasEvents: boolean;
  /** How long an access token lives. */
  tokenSeconds: number;
  answer(name: string, handler: Handler): void;
  /** The handler of a call so far. */
  answerOf(name: string): Handler;
  /** Files below a path beginning, as `/res/`. */
  serve(
    prefix: string,
    respond: (request: IncomingMessage, response: ServerResponse) => void,
  ): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

/** As the service sends it with its pages. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' blob:",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Code {
  readonly challenge: string;
  readonly nonce: string;
}

/** Starts one on a free port of this machine. */
export async function startFakeService(email = 'mira@webshop.example'): Promise<FakeService> {
  const handlers = new Map<string, Handler>();
  const files = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const codes = new Map<string, Code>();
  const calls: { name: string; request: unknown }[] = [];
  let url = '';

  const json = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
    response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  };

  const tokens = (nonce?: string) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: `${url}/oidc`, aud: 'imagewell-console', sub: 'user-1', email };
    const times = { iat: now, exp: now + 3600 };
    const payload = base64url({ ...claims, ...times, ...(nonce === undefined ? {} : { nonce }) });
    const header = base64url({ alg: 'RS256', kid: 'k' });
    return {
      access_token: `token-${randomUUID()}`,
      token_type: 'Bearer',
      expires_in: service.tokenSeconds,
      refresh_token: `refresh-${randomUUID()}`,
      id_token: `${header}.${payload}.${Buffer.from('unsigned').toString('base64url')}`,
    };
  };

  const answerIssuer = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const asked = new URL(request.url ?? '', url).searchParams;
    if (path === '/oidc/.well-known/openid-configuration') {
      const at = (name: string) => `${url}/oidc/${name}`;
      json(response, 200, {
        issuer: `${url}/oidc`,
        authorization_endpoint: at('auth'),
        token_endpoint: at('token'),
        revocation_endpoint: at('revoke'),
      });
    } else if (path === '/oidc/auth') {
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.searchParams.set('state', asked.get('state') ?? '');
      if (asked.get('prompt') === 'none' && !service.isSignedIn) {
        back.searchParams.set('error', 'login_required');
      } else {
        service.isSignedIn = true;
        const code = randomUUID();
        const challenge = asked.get('code_challenge') ?? '';
        codes.set(code, { challenge, nonce: asked.get('nonce') ?? '' });
        back.searchParams.set('code', code);
      }
      response.writeHead(303, { Location: back.href }).end();
    } else if (path === '/oidc/token') {
      const form = new URLSearchParams((await readBody(request)).toString());
      if (form.get('grant_type') === 'refresh_token') {
        if (service.isSignedIn) json(response, 200, tokens());
        else json(response, 400, { error: 'invalid_grant' });
        return;
      }
      const code = codes.get(form.get('code') ?? '');
      const verifier = form.get('code_verifier') ?? '';
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      if (code?.challenge === challenge) json(response, 200, tokens(code.nonce));
      else json(response, 400, { error: 'invalid_grant' });
    } else {
      service.isSignedIn = false;
      response.writeHead(200).end();
    }
  };

  const answerCall = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const name = path.split('/')[3] ?? '';
    const bytes = await readBody(request);
    const isJson = request.headers['content-type'] === 'application/json';
    const sent = isJson ? JSON.parse(bytes.toString()) : { bytes: bytes.length };
    calls.push({ name, request: sent });
    const handler = handlers.get(name);
    if (!handler) {
      json(response, 404, {
        code: 'route_not_found',
        title: 'Not found',
        status: 404,
        detail: name,
      });
      return;
    }
    const answer = handler(sent as never, request.headers);
    const { status = 200, body, headers, delayMs = 0, after } = answer;
    await after;
    if (delayMs > 0) await new Promise((done) => setTimeout(done, delayMs));
    json(response, status, body, headers);
  };

  const answerFile = (request: IncomingMessage, response: ServerResponse, path: string) => {
    const isAsset = path.startsWith('/console/assets/');
    const file = isAsset ? path.slice('/console/'.length) : 'index.html';
    try {
      const body = readFileSync(join(CONSOLE_FOLDER, file));
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      const headers = { 'Content-Type': type, 'Content-Security-Policy': POLICY };
      response.setHeader('Cache-Control', 'no-store');
      // as the distribution compresses
      const isText = type !== TYPES['.webp'];
      const isZipped = isText && request.headers['accept-encoding']?.includes('gzip');
      if (isZipped) response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' });
      else response.writeHead(200, headers);
      response.end(isZipped ? gzipSync(body) : body);
    } catch {
      response.writeHead(404).end();
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const found = [...files].find(([prefix]) => path.startsWith(prefix));
    if (found) found[1](request, response);
    else if (path === '/console/settings.json') {
      const settings = {
        apiUrl: url,
        cdnUrl: url,
        issuer: service.hasIssuer ? `${url}/oidc` : null,
        isLocal: service.isLocal,
        hasWayIn: service.hasWayIn,
        hasEvents: service.hasEvents,
      };
      const clientId = service.hasIssuer ? 'imagewell-console' : null;
      json(response, 200, { ...settings, clientId });
    } else if (path === '/console/take-over' && request.method === 'GET') {
      json(response, 200, service.takeOver);
    } else if (path.startsWith('/oidc/')) await answerIssuer(request, response, path);
    else if (path.startsWith('/api/v1/')) await answerCall(request, response, path);
    else if (path === '/' || path.startsWith('/console')) answerFile(request, response, path);
    else response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  };

  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;

  const service: FakeService = {
    url,
    calls,
    isSignedIn: true,
    isLocal: true,
    hasIssuer: true,
    hasWayIn: undefined,
    takeOver: { offer: 'one-click', project: { name: 'Default project', plan: FREE_PLAN } },
    hasEvents: true,
    tokenSeconds: 3_600,
    answer: (name, handler) => handlers.set(name, handler),
    answerOf(name) {
      const found = handlers.get(name);
      if (!found) throw new Error(`nothing answers ${name}`);
      return found;
    },
    serve: (prefix, respond) => files.set(prefix, respond),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return service;
}
