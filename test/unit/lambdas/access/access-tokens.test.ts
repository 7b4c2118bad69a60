import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createJoseAccessTokens } from '../../../../adapters/jose/access-tokens.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { AWS_TEAM } from '../../../../lambdas/composition/team-services.ts';
import { AWS_USERS } from '../../../../lambdas/composition/user-services.ts';
import { createUserCalls } from '../../../../local/lambda/user-calls.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { type KeysServer, startKeysServer } from '../../../support/identity/keys-server.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';

const ISSUER = 'https://issuer.example';
const KID = 'key-1';
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
const makeKeys = () => generateKeyPair('RS256', { extractable: true });
const ours = await makeKeys();
const theirs = await makeKeys();
/**
 * Published without an algorithm: the list of those that are taken is all that stands against it.
 */
const unnamed = await generateKeyPair('RS512', { extractable: true });
const publicOf = async ({ publicKey }: Keys, kid = KID) => ({
  ...(await exportJWK(publicKey)),
  kid,
  alg: 'RS256',
  use: 'sig',
});

let keys: KeysServer;
let test: TestServices;

beforeEach(async () => {
  keys = await startKeysServer({
    keys: [await publicOf(ours), { ...(await exportJWK(unnamed.publicKey)), kid: 'any' }],
  });
  onTestFinished(() => keys.stop());
  test = await openServices('aud');
});
afterEach(() => test.remove());

function openServices(claim: 'aud' | 'client_id') {
  const audience = { claim, values: ['imagewell', 'other-client'] };
  const accessTokens = createJoseAccessTokens({ issuer: ISSUER, jwksUri: keys.url, audience });
  return makeServices({ accessTokens });
}

const CLAIMS = { iss: ISSUER, aud: 'imagewell', sub: 'ann' };
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** A valid token but for the given changes; a claim of undefined is left out. */
function makeToken(claims: JWTPayload = {}, header: object = {}, key = ours.privateKey) {
  const payload = { exp: inAnHour(), ...CLAIMS, ...claims };
  const protectedHeader = { alg: 'RS256', kid: KID, typ: 'at+jwt', ...header };
  return new SignJWT(JSON.parse(JSON.stringify(payload)))
    .setProtectedHeader(protectedHeader)
    .sign(key, { crit: { 'x-unknown': true } });
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function call(
  authorization: string | undefined,
  { contract = ENDPOINTS.listProjects, body = {}, of = test }: Partial<Asked> = {},
) {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
  const event = makeApiEvent(contract, { headers, body: JSON.stringify(body) });
  const answer = await createUserCalls(of.services)(event, makeContext());
  return { status: answer.statusCode, headers: answer.headers, json: JSON.parse(answer.body) };
}
interface Asked {
  readonly contract: (typeof ENDPOINTS)['listProjects' | 'getProject' | 'getAccount'];
  readonly body: object;
  readonly of: TestServices;
}
const bearer = async (token: string | Promise<string>) => `Bearer ${await token}`;
const answerTo = async (token: string | Promise<string>) => {
  const { status, json } = await call(await bearer(token));
  return [status, json.code];
};

describe('the caller', () => {
  it('a first call makes the account and its default project, a second finds them (accounts.first-sign-in)', async () => {
    const first = await call(await bearer(makeToken()));
    expect(first.status).toBe(200);
    expect(first.json.projects).toMatchObject([
      { name: 'default', role: 'owner', allowedOrigins: ['http://localhost:*'] },
    ]);
    const second = await call(await bearer(makeToken({ iat: 1 })));
    expect(second.json).toEqual(first.json);
  });

  it('get-account describes the account, its plan and its projects, and no e-mail address (quotas.plans)', async () => {
    const token = await bearer(makeToken({ email: 'ann@example.com' }));
    const { status, json } = await call(token, { contract: ENDPOINTS.getAccount });
    expect([status, json]).toEqual([
      200,
      {
        accountId: expect.stringMatching(/^acc_[a-z2-7]{26}$/),
        plan: {
          name: 'free',
          maxImages: 50,
          maxTransformationsPerMonth: 100,
          maxBandwidthBytesPerMonth: 1_000_000_000,
          maxProjects: 3,
          mayExceedQuota: false,
          refusesOverBandwidth: false,
        },
        createdAt: '2026-11-21T12:00:00.000Z',
        deletedAt: null,
        issuer: ISSUER,
        projects: { memberOf: 1, owned: 1 },
      },
    ]);
    const again = await call(token, { contract: ENDPOINTS.getAccount });
    expect(again.json).toEqual(json);
  });

  it('another subject is another account, with any e-mail address (accounts.identity)', async () => {
    const email = 'ann@example.com';
    const ann = await call(await bearer(makeToken({ email })));
    const bob = await call(await bearer(makeToken({ sub: 'bob', email })));
    expect(bob.json.projects[0].projectId).not.toBe(ann.json.projects[0].projectId);
  });

  it('another user’s project is an unknown one, but for requestId (security.foreign-as-unknown)', async () => {
    const ann = await call(await bearer(makeToken()));
    const asBob = await bearer(makeToken({ sub: 'bob' }));
    const contract = ENDPOINTS.getProject;
    const { projectId } = ann.json.projects[0];
    const own = await call(await bearer(makeToken()), { contract, body: { projectId } });
    expect([own.status, own.json]).toEqual([200, ann.json.projects[0]]);
    const foreign = await call(asBob, { contract, body: { projectId } });
    const unknown = await call(asBob, { contract, body: { projectId: `prj_${'a'.repeat(26)}` } });
    expect([foreign.status, foreign.json.code]).toEqual([404, 'project_not_found']);
    const { requestId: _, ...rest } = foreign.json;
    const { requestId: __, ...expected } = unknown.json;
    expect(rest).toEqual(expected);
  });

  it('without a token it is missing_access_token (errors.unauthorized, accounts.access-tokens)', async () => {
    for (const authorization of [undefined, '']) {
      const { status, json } = await call(authorization);
      expect([status, json.code]).toEqual([401, 'missing_access_token']);
    }
  });

  it.each(['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'Bearer x.y.z', 'Bearer ..', 'x.y.z'])(
    'a malformed token is refused: %s (errors.unauthorized, accounts.access-tokens)',
    async (authorization) => {
      const { status, json } = await call(authorization);
      expect([status, json.code]).toEqual([401, 'invalid_access_token']);
    },
  );
});

const past = () => Math.floor(Date.now() / 1000) - 60;
const REFUSED: Readonly<Record<string, () => string | Promise<string>>> = {
  'is expired': () => makeToken({ exp: past() }),
  'never expires': () => makeToken({ exp: undefined as never }),
  'begins later': () => makeToken({ nbf: inAnHour() }),
  'has no subject': () => makeToken({ sub: undefined as never }),
  'has an empty subject': () => makeToken({ sub: '' }),
  'is of another issuer': () => makeToken({ iss: 'https://other.example' }),
  'is of the issuer with a slash': () => makeToken({ iss: `${ISSUER}/` }),
  'is for somebody else': () => makeToken({ aud: 'others' }),
  'is for nobody': () => makeToken({ aud: undefined as never }),
  'names us as client_id alone': () => makeToken({ aud: 'others', client_id: 'imagewell' }),
  'is an id token (nonce)': () => makeToken({ nonce: 'n' }, { typ: 'JWT' }),
  'is an id token (at_hash)': () => makeToken({ at_hash: 'h' }, { typ: 'JWT' }),
  'is an id token (token_use)': () => makeToken({ token_use: 'id' }),
  'has a subject that is no text': () => makeToken({ sub: 5 as never }),
  'has a critical extension': () => makeToken({}, { crit: ['x-unknown'], 'x-unknown': 1 }),
  'is signed by another key of the same kid': () => makeToken({}, {}, theirs.privateKey),
  'names a key that nobody knows': () => makeToken({}, { kid: 'unknown' }, theirs.privateKey),
  'brings its own key (jwk)': async () =>
    makeToken({}, { kid: undefined, jwk: await publicOf(theirs) }, theirs.privateKey),
  'brings its own keys’ address (jku)': () =>
    makeToken({}, { jku: 'https://evil.example/jwks' }, theirs.privateKey),
  'says alg none': () =>
    `${encode({ alg: 'none', kid: KID })}.${encode({ ...CLAIMS, exp: inAnHour() })}.`,
  'says alg nOnE, signed': async () => {
    const [, payload, signature] = (await makeToken()).split('.');
    return `${encode({ alg: 'nOnE', kid: KID })}.${payload}.${signature}`;
  },
  'says HS256, with the public key for a secret': async () => {
    const text = `${encode({ alg: 'HS256', kid: KID })}.${encode({ ...CLAIMS, exp: inAnHour() })}`;
    const secret = await exportSPKI(ours.publicKey);
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  },
  'is of an algorithm that isn’t listed, by a key that names none': () =>
    makeToken({}, { alg: 'RS512', kid: 'any' }, unnamed.privateKey),
  'was changed after it was signed': async () => {
    const [header, , signature] = (await makeToken()).split('.');
    return `${header}.${encode({ ...CLAIMS, sub: 'bob', exp: inAnHour() })}.${signature}`;
  },
};

describe('a token that', () => {
  it.each(Object.entries(REFUSED))(
    '%s is refused, and makes no account (errors.unauthorized, accounts.access-tokens)',
    async (_, make) => {
      expect(await answerTo(make())).toEqual([401, 'invalid_access_token']);
      for (const subject of ['ann', 'bob']) {
        expect(
          await test.services.accounts.findByIdentity({ issuer: ISSUER, subject }),
        ).toBeUndefined();
      }
    },
  );

  it('is right is taken, for one of several audiences too', async () => {
    expect(await answerTo(makeToken({ aud: ['others', 'imagewell'] }))).toEqual([200, undefined]);
    expect(await answerTo(makeToken({ aud: 'other-client' }))).toEqual([200, undefined]);
  });

  it('has no aud is held to client_id where the issuer writes that', async () => {
    const cognito = await openServices('client_id');
    const of = { of: cognito };
    const access = { aud: undefined as never, client_id: 'imagewell', token_use: 'access' };
    expect((await call(await bearer(makeToken(access)), of)).status).toBe(200);
    expect((await call(await bearer(makeToken()), of)).status).toBe(401);
    await cognito.remove();
  });
});

describe('the issuer’s keys', () => {
  it('rotate: a new one is fetched, and a removed one verifies nothing more', async () => {
    const renewed = await makeKeys();
    keys.answer({ keys: [await publicOf(renewed, 'key-2')] });
    const renewedToken = () => makeToken({}, { kid: 'key-2' }, renewed.privateKey);
    expect(await answerTo(renewedToken())).toEqual([200, undefined]);
    expect(await answerTo(makeToken())).toEqual([401, 'invalid_access_token']);
  });

  it('are kept for ten minutes at most: one that was withdrawn verifies nothing after that', async () => {
    const token = await makeToken({ exp: inAnHour() + 3_600 });
    expect(await answerTo(token)).toEqual([200, undefined]);
    keys.answer({ keys: [await publicOf(theirs, 'another')] });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await answerTo(token)).toEqual([200, undefined]);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(await answerTo(token)).toEqual([401, 'invalid_access_token']);
    expect(keys.countRequests()).toBe(2);
  });

  it('are looked for again where an unknown one is named, half a minute after the last time', async () => {
    expect(await answerTo(makeToken())).toEqual([200, undefined]);
    const renewed = await makeKeys();
    keys.answer({ keys: [await publicOf(ours), await publicOf(renewed, 'key-2')] });
    const token = await makeToken({}, { kid: 'key-2' }, renewed.privateKey);
    expect(await answerTo(token)).toEqual([401, 'invalid_access_token']);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await answerTo(token)).toEqual([200, undefined]);
  });

  it.each([
    ['answer 500', () => keys.answer({}, 500)],
    ['answer 404', () => keys.answer({}, 404)],
    ['are no keys', () => keys.answer({ hello: 1 })],
    ['can’t be reached', () => keys.stop()],
  ])('where they %s it is busy, and not the token’s fault (errors.busy)', async (_, fail) => {
    await fail();
    const { status, json, headers } = await call(await bearer(makeToken()));
    expect([status, json.code]).toEqual([503, 'busy']);
    expect(headers?.['Retry-After']).toBe('5');
  });

  it('are fetched once for many calls, and a flood of unknown ones fetches no more', async () => {
    const rightToken = await bearer(makeToken());
    await Promise.all(Array.from({ length: 10 }, () => call(rightToken)));
    for (let i = 0; i < 10; i += 1) {
      expect(await answerTo(makeToken({}, { kid: `unknown-${i}` }))).toEqual([
        401,
        'invalid_access_token',
      ]);
    }
    expect(keys.countRequests()).toBe(1);
  });
});

describe('the settings', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });
  const SET = {
    TOKEN_ISSUER: ISSUER,
    TOKEN_AUDIENCE_CLAIM: 'aud',
    TOKEN_AUDIENCES: 'first,imagewell',
  };

  it('without an issuer verify no token, and send no request', async () => {
    process.env = { ...before, TOKEN_ISSUER: 'none' };
    const accessTokens = AWS_USERS.accessTokens();
    const nobodys = await makeServices({ accessTokens });
    onTestFinished(() => nobodys.remove());
    for (const claims of [{}, { iss: 'none' }]) {
      const { status, json } = await call(await bearer(makeToken(claims)), { of: nobodys });
      expect([status, json.code]).toEqual([401, 'invalid_access_token']);
    }
    expect(await AWS_TEAM.userInfo().of(await makeToken())).toBeUndefined();
    expect(keys.countRequests()).toBe(0);
  });

  it('of an issuer are what its tokens are held to', async () => {
    process.env = { ...before, ...SET, TOKEN_KEYS_URL: keys.url };
    const { identify } = AWS_USERS.accessTokens();
    expect(await identify(await makeToken())).toEqual({ issuer: ISSUER, subject: 'ann' });
    expect(await identify(await makeToken({ aud: 'third' }))).toBeUndefined();
    expect(await identify(await makeToken({ aud: 'first,imagewell' }))).toBeUndefined();
    process.env.TOKEN_AUDIENCE_CLAIM = 'client_id';
    const byClient = AWS_USERS.accessTokens();
    expect(await byClient.identify(await makeToken())).toBeUndefined();
    const own = await makeToken({ client_id: 'first' });
    expect(await byClient.identify(own)).toMatchObject({ subject: 'ann' });
  });

  it.each(['TOKEN_ISSUER', 'TOKEN_KEYS_URL', 'TOKEN_AUDIENCES', 'TOKEN_AUDIENCE_CLAIM'])(
    'that lack %s are told, and never taken for "anybody"',
    (missing) => {
      process.env = { ...before, ...SET, TOKEN_KEYS_URL: keys.url, [missing]: '' };
      expect(() => AWS_USERS.accessTokens()).toThrow(`${missing} is not set`);
    },
  );
});

describe('the log', () => {
  it('never holds a token, taken or refused, or a part of one (security.no-key-in-clear)', async () => {
    const tokens = [await makeToken(), await makeToken({ exp: past() })];
    for (const token of tokens) await call(`Bearer ${token}`);
    await keys.stop();
    const another = await openServices('aud');
    await call(`Bearer ${tokens[0]}`, { of: another });
    const written = [...test.logged, ...another.logged].join('\n');
    await another.remove();
    expect(written).toContain('list-projects');
    for (const part of tokens.flatMap((token) => token.split('.')))
      expect(written).not.toContain(part);
  });
});
