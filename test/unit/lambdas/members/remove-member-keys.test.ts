import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { callAs, joinAs, makeUserServices } from '../../../support/http/call-as-user.ts';
import type { TestServices } from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
let test: TestServices;
let projectId: string;
let ann: string;
let ben: string;

type Name = keyof typeof ENDPOINTS;
interface Told {
  readonly kind?: string;
  readonly keyId: string;
  readonly name: string;
  readonly createdBy: string | null;
  readonly revokedAt: string | null;
}
const call = async (token: string, name: Name, body: object = {}, services = test.services) =>
  (await callAs({ services }, token, ENDPOINTS[name], { projectId, ...body })) as {
    status: number;
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
    json: any;
  };

beforeEach(async () => {
  test = await makeUserServices();
  const { json } = await callAs(test, 'ann', ENDPOINTS.listProjects);
  [{ projectId }] = json.projects as [{ projectId: string }];
  ann = (await callAs(test, 'ann', ENDPOINTS.getAccount)).json.accountId as string;
  ben = await joinAs(test, 'ann', projectId, 'ben', 'admin');
});
afterEach(() => test.remove());

const makeKey = async (by: string, name: string, kind: 'Api' | 'Upload' = 'Api', more = {}) =>
  (await call(by, `create${kind}Key`, { name, ...more })).json.key as Told;
const listed = async (kind: 'Api' | 'Upload' = 'Api'): Promise<Told[]> =>
  (await call('ann', `list${kind}Keys`)).json.keys;
const namesOf = (keys: readonly Told[]) => keys.map(({ name }) => name);
const makersOf = async () => (await listed()).map(({ name, createdBy }) => [name, createdBy]);

describe('the maker of a key', () => {
  it('is kept, listed and exported; of a rotated key it is who rotated it (keys.creator)', async () => {
    const own = await makeKey('ann', 'own');
    const theirs = await makeKey('ben', 'theirs');
    expect([own.createdBy, theirs.createdBy]).toEqual([ann, ben]);
    const { json } = await call('ben', 'rotateApiKey', { keyId: own.keyId });
    expect([json.key.createdBy, json.previousKey.createdBy]).toEqual([ben, ann]);
    expect(await makersOf()).toEqual([
      ['own', ann],
      ['theirs', ben],
      ['own', ben],
    ]);
    const { json: exported } = await callAs(test, 'ann', ENDPOINTS.exportAccount, {});
    expect(JSON.stringify(exported)).toContain(`"createdBy":"${ben}"`);
  });

  it('is null if no user made it (keys.creator)', async () => {
    const { credentials, services } = test;
    const ring = { projectId: credentials.projectId, kind: 'api' } as const;
    const [key] = await services.keys.listKeys(ring, NOON);
    expect(key?.createdBy).toBeNull();
  });
});

describe('a member who is removed from a project (keys.removed-member)', () => {
  it('left keys that are listed: their live ones, of both kinds', async () => {
    await makeKey('ann', 'own');
    const [first, second] = [await makeKey('ben', 'one'), await makeKey('ben', 'two', 'Upload')];
    const revoked = await makeKey('ben', 'revoked');
    await call('ben', 'revokeApiKey', { keyId: revoked.keyId });
    await makeKey('ben', 'ended', 'Api', { expiresAt: new Date(NOON + HOUR).toISOString() });
    test.setClock(NOON + HOUR);
    const { status, json } = await call('ann', 'removeMember', { accountId: ben });
    expect([status, json.message]).toEqual([200, 'member_removed']);
    expect(json.keys).toEqual([
      { kind: 'api', ...first },
      { kind: 'upload', ...second },
    ]);
    expect((await listed()).find(({ name }) => name === 'one')?.revokedAt).toBeNull();
  });

  it('loses them in the same call if it says so, and no other member does', async () => {
    await makeKey('ann', 'own');
    await makeKey('ben', 'one');
    await makeKey('ben', 'two', 'Upload');
    const { json } = await call('ann', 'removeMember', { accountId: ben, revokeKeys: true });
    const at = new Date(NOON).toISOString();
    expect(json.keys.map(({ name, revokedAt }: Told) => [name, revokedAt])).toEqual([
      ['one', at],
      ['two', at],
    ]);
    expect(namesOf((await listed()).filter(({ revokedAt }) => !revokedAt))).toEqual(['own']);
    expect((await listed('Upload')).map(({ revokedAt }) => revokedAt)).toEqual([at]);
  });

  it('can lose them later, by the same call again, until none is live', async () => {
    await makeKey('ben', 'one');
    expect((await call('ann', 'removeMember', { accountId: ben })).status).toBe(200);
    expect((await call('ann', 'removeMember', { accountId: ben })).json.code).toBe(
      'member_not_found',
    );
    const again = { accountId: ben, revokeKeys: true };
    const { status, json } = await call('ann', 'removeMember', again);
    expect([status, namesOf(json.keys)]).toEqual([200, ['one']]);
    expect((await call('ann', 'removeMember', again)).json.code).toBe('member_not_found');
    expect((await listed())[0]?.revokedAt).not.toBeNull();
  });

  it('continues a call that was interrupted between the two', async () => {
    await makeKey('ben', 'one');
    await makeKey('ben', 'two');
    const { keys } = test.services;
    let remaining = 1;
    const cut: Services = {
      ...test.services,
      keys: {
        ...keys,
        revokeKey: async (...given) => {
          if (remaining === 0) throw new Error('the store is gone');
          remaining -= 1;
          return keys.revokeKey(...given);
        },
      },
    };
    const body = { accountId: ben, revokeKeys: true };
    expect((await call('ann', 'removeMember', body, cut)).status).toBe(500);
    expect(await test.services.memberships.getMembership(projectId, ben)).toBeUndefined();
    const { status, json } = await call('ann', 'removeMember', body);
    expect([status, json.keys]).toMatchObject([200, [{ name: 'two' }]]);
    expect((await listed()).every(({ revokedAt }) => revokedAt)).toBe(true);
  });

  it.each(['createApiKey', 'rotateApiKey'] as const)(
    'keeps no key that was made while they were taken out: %s',
    async (name) => {
      const { keyId } = await makeKey('ben', 'before');
      const { keys } = test.services;
      const { promise: isMade, resolve: result } = Promise.withResolvers<void>();
      const { promise: isGone, resolve: goOn } = Promise.withResolvers<void>();
      const slow: Services = {
        ...test.services,
        keys: {
          ...keys,
          // asked for the role before it, stored behind it
          createKey: async (...given) => {
            result();
            await isGone;
            return keys.createKey(...given);
          },
          rotateKey: async (...given) => {
            result();
            await isGone;
            return keys.rotateKey(...given);
          },
        },
      };
      const body = name === 'createApiKey' ? { name: 'late' } : { keyId };
      const making = call('ben', name, body, slow);
      await isMade;
      // only reported: a rotated key still works, and the store accepts the rotation
      await call('ann', 'removeMember', { accountId: ben });
      goOn();
      const { status, json } = await making;
      expect([status, json.code]).toEqual([404, 'project_not_found']);
      const [before, late] = await listed();
      expect([before?.keyId, before?.revokedAt]).toEqual([keyId, null]);
      expect(late?.revokedAt).not.toBeNull();
    },
  );

  it('is refused as before, and no key ends by a refusal (errors.forbidden)', async () => {
    await makeKey('ann', 'own');
    const body = { accountId: ann, revokeKeys: true };
    expect((await call('ben', 'removeMember', body)).json.code).toBe('insufficient_role');
    expect((await call('ann', 'removeMember', body)).json.code).toBe('last_owner');
    const unknown = { accountId: `acc_${'z'.repeat(26)}`, revokeKeys: true };
    expect((await call('ann', 'removeMember', unknown)).json.code).toBe('member_not_found');
    expect((await listed()).map(({ revokedAt }) => revokedAt)).toEqual([null]);
    const { json } = await call('ann', 'removeMember', { accountId: ben, revokeKeys: 'yes' });
    expect(json.errors).toMatchObject([{ pointer: '/revokeKeys', code: 'invalid_type' }]);
  });
});

describe('a member who leaves', () => {
  it('an admin sees their own keys, and may revoke them', async () => {
    await makeKey('ben', 'one');
    const { json } = await call('ben', 'removeMember', { accountId: ben, revokeKeys: true });
    expect(namesOf(json.keys)).toEqual(['one']);
    expect((await listed())[0]?.revokedAt).not.toBeNull();
  });

  it('a user who may not see keys any more sees none, and revokes none', async () => {
    await makeKey('ben', 'one');
    await call('ann', 'updateMember', { accountId: ben, role: 'viewer' });
    const both = { accountId: ben, revokeKeys: true };
    expect((await call('ben', 'removeMember', both)).json.code).toBe('insufficient_role');
    expect(await test.services.memberships.getMembership(projectId, ben)).toBeDefined();
    const { status, json } = await call('ben', 'removeMember', { accountId: ben });
    expect([status, json.keys]).toEqual([200, null]);
    expect((await listed())[0]?.revokedAt).toBeNull();
  });
});
