import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runChecks } from '../../../../admin/checks/run-checks.ts';
import { ISSUER_CHECKS } from '../../../../admin/doctor/issuer-checks.ts';
import { openStageSubject } from '../../../../admin/doctor/open-stage-subject.ts';
import { openDoctorSubject } from '../../../../admin/doctor/open-subject.ts';
import { openOwnStack } from '../../../../admin/doctor/own-stack.ts';
import { parseSettings } from '../../../../lib/parse-settings.ts';
import { startIssuer, type TestIssuer } from '../../../support/identity/issuer.ts';
import { type KeysServer, startKeysServer } from '../../../support/identity/keys-server.ts';

let issuer: TestIssuer;
let server: KeysServer;
beforeAll(async () => {
  issuer = await startIssuer();
  server = await startKeysServer({ keys: [] });
});
afterAll(async () => {
  await issuer.stop();
  await server.stop();
});

/** Runs both checks over settings of an issuer; answers state and detail of each. */
async function check(changed: Readonly<Record<string, unknown>> = {}) {
  const { url, keysUrl, audience } = issuer;
  const given = { tokenIssuer: url, tokenKeysUrl: keysUrl, tokenAudiences: [audience] };
  // an emulator's issuer may be on the loopback interface
  const settings = parseSettings({}, { file: { target: 'ministack', ...given, ...changed } });
  const own = openOwnStack('imagewell');
  const stage = openStageSubject(own, { settings, path: 'x' });
  const account = openDoctorSubject(own, 'us-east-1', { stage });
  const checks = ISSUER_CHECKS.map((one) => ({ ...one, needs: [] }));
  const results = await runChecks(checks, account, { now: () => 0 });
  return Object.fromEntries(results.map(({ name, state, detail }) => [name, [state, detail]]));
}

const matching = (state: string, detail: RegExp) => [state, expect.stringMatching(detail)];

describe('the token issuer at doctor', () => {
  it('passes where it describes itself as the settings do, and has a key', async () => {
    expect(await check()).toEqual({
      'token-issuer': matching('passed', /describes itself/),
      'token-keys': matching('passed', /can verify/),
    });
  });

  it('fails where it says another issuer', async () => {
    const other = issuer.url.replace('127.0.0.1', 'localhost');
    const found = await check({ tokenIssuer: other });
    expect(found['token-issuer']).toEqual(matching('failed', /issuer/));
  });

  it('fails without an answer', async () => {
    const gone = await startKeysServer({});
    await gone.stop();
    const url = new URL(gone.url).origin;
    expect(await check({ tokenIssuer: url, tokenKeysUrl: gone.url })).toEqual({
      'token-issuer': matching('failed', /not usable/),
      'token-keys': matching('failed', /ECONNREFUSED/),
    });
  });

  it('warns of other addresses than it describes', async () => {
    server.answer({ keys: [] });
    const found = await check({ tokenKeysUrl: server.url, tokenUserInfoUrl: issuer.userInfoUrl });
    expect(found['token-issuer']).toEqual(matching('warned', /jwks_uri.*no userinfo_endpoint/));
  });

  it('warns of another userinfo address than it describes', async () => {
    const url = new URL(server.url).origin;
    const described = { issuer: url, jwks_uri: server.url, userinfo_endpoint: `${url}/me` };
    server.answer(described);
    const changed = { tokenIssuer: url, tokenKeysUrl: server.url };
    expect((await check({ ...changed, tokenUserInfoUrl: `${url}/me` }))['token-issuer']).toEqual(
      matching('passed', /describes itself/),
    );
    expect((await check({ ...changed, tokenUserInfoUrl: `${url}/other` }))['token-issuer']).toEqual(
      matching('warned', /tokenUserInfoUrl is .*other, and its userinfo_endpoint is .*me\./),
    );
  });
});

describe('the keys of the token issuer at doctor', () => {
  const usable = async (key: JWK, status = 200) => {
    server.answer({ keys: [key] }, status);
    return (await check({ tokenKeysUrl: server.url }))['token-keys']?.[0];
  };
  const publicKey = async (...args: Parameters<typeof generateKeyPair>) =>
    exportJWK((await generateKeyPair(...args)).publicKey);

  it('pass with each algorithm that the service accepts', async () => {
    for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA']) {
      const key = await publicKey(alg);
      expect([alg, await usable(key), await usable({ ...key, alg, use: 'sig' })]).toEqual([
        alg,
        'passed',
        'passed',
      ]);
    }
  });

  it('fail with an algorithm, a use or a curve that the service refuses', async () => {
    const key = await publicKey('ES256');
    const refused: readonly JWK[] = [
      { ...key, use: 'enc' },
      { ...key, alg: 'ES384' },
      { ...(await publicKey('RS512')), alg: 'RS512' },
      { ...key, x: 'AA' },
      await publicKey('ES384'),
      { kty: 'oct', k: 'c2VjcmV0' },
      { kty: 'RSA', e: 'AQAB', n: Buffer.alloc(128, 0xff).toString('base64url') },
    ];
    for (const one of refused) expect([one, await usable(one)]).toEqual([one, 'failed']);
  });

  it('fail with an answer that is no set of keys', async () => {
    for (const [body, status] of [
      [{}, 200],
      [{ keys: 'none' }, 200],
      [{ keys: [] }, 200],
      [{ keys: [await publicKey('ES256')] }, 302],
    ] as const) {
      server.answer(body, status);
      expect((await check({ tokenKeysUrl: server.url }))['token-keys']?.[0]).toBe('failed');
    }
  });
});
