import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpUserInfo } from '../../../adapters/https/user-info.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Verified before it comes here. */
const TOKEN = `${encode({ alg: 'RS256' })}.${encode({ sub: 'ann' })}.c2lnbmF0dXJl`;
const ANN = { sub: 'ann', email: 'ann@example.com', email_verified: true };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;
let requested: IncomingMessage[];
let url: string;
const server = createServer((request, response) => {
  requested.push(request);
  answer(request, response);
});
const saying =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/userinfo`;
});
beforeEach(() => {
  requested = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('userinfo', () => {
  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [1, false],
    [undefined, false],
  ])('email_verified of %j is %s', async (email_verified, emailVerified) => {
    answer = saying({ ...ANN, email_verified });
    expect(await createHttpUserInfo(url).of(TOKEN)).toEqual({ email: ANN.email, emailVerified });
    expect(requested[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(requested[0]?.url).toBe('/userinfo');
  });

  it.each([
    ['Ann Okafor', { name: 'Ann Okafor' }],
    ['', { name: '' }],
    [undefined, {}],
    [7, {}],
    [['Ann'], {}],
  ])('the name %j is passed on as it is, if it is a text', async (name, more) => {
    answer = saying({ ...ANN, name });
    const facts = { email: ANN.email, emailVerified: true, ...more };
    expect(await createHttpUserInfo(url).of(TOKEN)).toEqual(facts);
  });

  it.each([
    ['no address', { sub: 'ann' }],
    ['an empty one', { ...ANN, email: '' }],
    ['one that is no text', { ...ANN, email: ['ann@example.com'] }],
  ])('a user with %s can not be invited', async (_, body) => {
    answer = saying(body);
    expect(await createHttpUserInfo(url).of(TOKEN)).toBeUndefined();
  });

  it.each([400, 401, 403])(
    'a token that the issuer refuses with %s says nothing',
    async (status) => {
      answer = saying({ error: 'invalid_token' }, status);
      expect(await createHttpUserInfo(url).of(TOKEN)).toBeUndefined();
    },
  );

  const UNUSABLE: Readonly<Record<string, Answer>> = {
    'a 404': saying('', 404),
    'a 500': saying(ANN, 500),
    'no JSON': saying('<html>'),
    'an endless answer': saying('x'.repeat(100_000)),
    'what is said of somebody else': saying({ ...ANN, sub: 'bob' }),
    'what is said of nobody': saying({ email: ANN.email, email_verified: true }),
    'a redirect, even to itself': saying('', 302, { Location: '/userinfo?again' }),
    silence: () => undefined,
    'a cut connection': (request) => request.socket.destroy(),
  };
  it.each(Object.entries(UNUSABLE))(
    '%s is busy, and says nothing of any user (errors.busy)',
    async (_, unusable) => {
      answer = unusable;
      const told = createHttpUserInfo(url, 200).of(TOKEN);
      await expect(told).rejects.toMatchObject({ code: 'busy' });
      expect(requested).toHaveLength(1);
    },
  );

  it('an error holds no token', async () => {
    answer = saying(ANN, 500);
    const error = await createHttpUserInfo(url)
      .of(TOKEN)
      .catch((caught: Error) => caught);
    expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain(TOKEN);
  });

  it.each([
    'http://issuer.example/me',
    'ftp://issuer.example/me',
    'http://localhost.evil.example/',
  ])('a token is never sent to %s', (unsafe) => {
    expect(() => createHttpUserInfo(unsafe)).toThrow('must use https');
  });
});
