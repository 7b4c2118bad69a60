import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';

/**
 * An issuer of access tokens for tests, on the loopback interface: `POST /token` signs anybody in
 * whose address is the body.
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
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** An address that begins with `unverified` is one that the issuer has not made sure of. */
const isVerified = (email: string) => !email.startsWith('unverified');

async function issue({ privateKey }: Keys, issuer: string, email: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const subject = createHash('sha256').update(email).digest('hex');
  // only our own userinfo reads the address; tokens of Amazon Cognito have none
  return new SignJWT({ auth_time: now, username: email })
    .setProtectedHeader({ alg: 'ES256', kid: KID, typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(subject)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + 3_600)
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

async function answer(keys: Keys, issuer: string, request: IncomingMessage): Promise<string> {
  if (request.url === '/token') return issue(keys, issuer, await readText(request));
  if (request.url === '/userinfo') return JSON.stringify(await describe(keys, issuer, request));
  if (request.url === '/.well-known/openid-configuration') {
    return JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` });
  }
  const key = { ...(await exportJWK(keys.publicKey)), kid: KID, alg: 'ES256', use: 'sig' };
  return JSON.stringify({ keys: [key] });
}

/** Starts one. */
export async function startIssuer(): Promise<TestIssuer> {
  const keys = await generateKeyPair('ES256');
  let url = '';
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    answer(keys, url, request).then(
      (body) => response.end(body),
      () => response.writeHead(401).end('{"error":"invalid_token"}'),
    );
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
