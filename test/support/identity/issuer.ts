import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { type CodeFlowOptions, createCodeFlow, type Grant } from './code-flow.ts';

/**
 * An issuer of access tokens for tests, on the loopback interface: `POST /token` signs anybody in
 * whose address is the body. With a client, its pages sign in by the authorization code flow.
 */
export interface TestIssuer {
  readonly url: string;
  readonly keysUrl: string;
  readonly userInfoUrl: string;
  readonly audience: string;
  stop(): Promise<void>;
}

const AUDIENCE = 'imagewell-tests';
const KID = 'test-issuer';
const TOKEN_SECONDS = 3_600;
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** An address that begins with `unverified` is one that the issuer has not made sure of. */
const isVerified = (email: string) => !email.startsWith('unverified');

const subjectOf = (email: string) => createHash('sha256').update(email).digest('hex');

async function issue({ privateKey }: Keys, issuer: string, email: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  // only our own userinfo reads the address; tokens of Amazon Cognito have none
  return new SignJWT({ auth_time: now, username: email })
    .setProtectedHeader({ alg: 'ES256', kid: KID, typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(subjectOf(email))
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_SECONDS)
    .sign(privateKey);
}

function issueIdToken({ privateKey }: Keys, issuer: string, clientId: string, grant: Grant) {
  const { email, nonce } = grant;
  return new SignJWT({ email, email_verified: isVerified(email), ...(nonce && { nonce }) })
    .setProtectedHeader({ alg: 'ES256', kid: KID })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject(subjectOf(email))
    .setIssuedAt()
    .setExpirationTime(`${TOKEN_SECONDS}s`)
    .sign(privateKey);
}

async function describe({ publicKey }: Keys, issuer: string, request: IncomingMessage) {
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  const { payload } = await jwtVerify(token, publicKey, { issuer, audience: AUDIENCE });
  const { sub, username } = payload as { sub: string; username: string };
  return { sub, email: username, email_verified: isVerified(username) };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

interface Parts {
  readonly keys: Keys;
  readonly client: CodeFlowOptions | undefined;
  readonly flow: ReturnType<typeof createCodeFlow> | undefined;
}

async function answer({ keys }: Parts, issuer: string, request: IncomingMessage): Promise<string> {
  if (request.url === '/token') return issue(keys, issuer, await readText(request));
  if (request.url === '/userinfo') return JSON.stringify(await describe(keys, issuer, request));
  if (request.url === '/.well-known/openid-configuration') {
    return JSON.stringify({
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/code-token`,
      id_token_signing_alg_values_supported: ['ES256'],
    });
  }
  const key = { ...(await exportJWK(keys.publicKey)), kid: KID, alg: 'ES256', use: 'sig' };
  return JSON.stringify({ keys: [key] });
}

async function answerGrant({ keys, client, flow }: Parts, issuer: string, form: string) {
  const grant = flow?.redeem(new URLSearchParams(form));
  if (!grant || !flow || !client) throw new Error('invalid_grant');
  return JSON.stringify({
    access_token: await issue(keys, issuer, grant.email),
    id_token: await issueIdToken(keys, issuer, client.clientId, grant),
    refresh_token: flow.createRefreshToken(grant.email),
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
  });
}

/** Answers the pages of the code flow; false: the path is another. */
async function servePage(
  { flow }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  if (path !== '/authorize' || !flow) return false;
  const form = request.method === 'POST' ? await readText(request) : undefined;
  const made = flow.authorize(new URLSearchParams(query), request.headers.cookie ?? '', form);
  response.writeHead(made.status, made.headers).end(made.body);
  return true;
}

async function serve(
  parts: Parts,
  issuer: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (await servePage(parts, request, response)) return;
  // a console at another origin reads it
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Content-Type', 'application/json');
  const made =
    request.url === '/code-token'
      ? answerGrant(parts, issuer, await readText(request))
      : answer(parts, issuer, request);
  await made.then(
    (body) => response.end(body),
    (error: Error) => {
      const isGrant = error.message === 'invalid_grant';
      const body = JSON.stringify({ error: isGrant ? error.message : 'invalid_token' });
      response.writeHead(isGrant ? 400 : 401).end(body);
    },
  );
}

/** Starts one, whose pages sign in for a client where one is given. */
export async function startIssuer(client?: CodeFlowOptions): Promise<TestIssuer> {
  const keys = await generateKeyPair('ES256');
  const parts = { keys, client, flow: client && createCodeFlow(client) };
  let url = '';
  const server = createServer((request, response) => {
    void serve(parts, url, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    audience: AUDIENCE,
    keysUrl: `${url}/keys`,
    userInfoUrl: `${url}/userinfo`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
