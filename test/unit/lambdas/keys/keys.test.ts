import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { KEY_PATTERN, type KeyKind } from '../../../../core/projects/credentials.ts';
import { callWith, makeUsers, type TestUsers } from '../../../support/http/call-as.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const UNKNOWN = `key_${'z'.repeat(26)}`;
interface Kind {
  readonly kind: KeyKind;
  readonly prefix: string;
  /** The field that the key is shown in. */
  readonly shown: 'apiKey' | 'uploadKey';
  readonly create: 'createApiKey' | 'createUploadKey';
  readonly list: 'listApiKeys' | 'listUploadKeys';
  readonly rotate: 'rotateApiKey' | 'rotateUploadKey';
  readonly revoke: 'revokeApiKey' | 'revokeUploadKey';
}
const KINDS: readonly Kind[] = [
  {
    kind: 'api',
    create: 'createApiKey',
    list: 'listApiKeys',
    shown: 'apiKey',
    rotate: 'rotateApiKey',
    revoke: 'revokeApiKey',
    prefix: 'private_',
  },
  {
    kind: 'upload',
    create: 'createUploadKey',
    list: 'listUploadKeys',
    shown: 'uploadKey',
    rotate: 'rotateUploadKey',
    revoke: 'revokeUploadKey',
    prefix: 'upl_',
  },
];

let test: TestUsers;
let projectId: string;

beforeEach(async () => {
  test = await makeUsers();
  projectId = await test.projectOf('ann');
});
afterEach(() => test.remove());

/** Whether a key of either kind opens its calls: the code of the refusal, or 200. */
async function tryKey(key: string, name: 'getImage' | 'listImages' | 'saveTemporaryImage') {
  const bodies = {
    getImage: { imageId: `img_${'a'.repeat(26)}` },
    listImages: {},
    saveTemporaryImage: { temporaryImageUrl: `tmp_${'a'.repeat(26)}` },
  };
  const headers = { 'x-api-key': key };
  const { status, json } = await callWith(test.services, name, { headers, body: bodies[name] });
  return json.code ?? status;
}
async function opens(key: string): Promise<string | number> {
  if (key.startsWith('private_')) return tryKey(key, 'listImages');
  const wish = { contentType: 'image/jpeg', bytes: 5 };
  const { status, json } = await callWith(test.services, 'createDirectUpload', {
    headers: {},
    body: wish,
    uploadKey: key,
  });
  return json.code ?? status;
}
const REFUSED = { api: 'invalid_api_key', upload: 'invalid_upload_key' };

describe.each(KINDS)('a key: $kind', ({ kind, create, list, rotate, revoke, shown, prefix }) => {
  const make = async (body: object = {}) =>
    (await test.call('ann', create, { projectId, name: 'shop', ...body })).json;
  const listed = async () => (await test.call('ann', list, { projectId })).json.keys;

  it('is shown once, works immediately, and is listed without itself (keys.shown-once)', async () => {
    const result = await make();
    expect(result[shown]).toMatch(new RegExp(KEY_PATTERN));
    expect(result[shown].startsWith(prefix)).toBe(true);
    expect(result.key).toEqual({
      keyId: expect.stringMatching(/^key_[a-z2-7]{26}$/),
      name: 'shop',
      lastFour: result[shown].slice(-4),
      scopes:
        kind === 'api' ? ['images:save', 'images:delete', 'metadata:write', 'images:read'] : [],
      createdAt: new Date(NOW).toISOString(),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      replacedBy: null,
      createdBy: await test.accountOf('ann'),
    });
    expect(await opens(result[shown])).toBe(200);
    const keys = await listed();
    expect(keys).toEqual([{ ...result.key, lastUsedAt: result.key.createdAt }]);
    expect(JSON.stringify(keys)).not.toContain(result[shown]);
  });

  it('works to the millisecond of its end, and not after (keys.expiry)', async () => {
    const expiresAt = new Date(NOW + HOUR).toISOString();
    const result = await make({ expiresAt: expiresAt.replace('Z', '+00:00') });
    expect(result.key.expiresAt).toBe(expiresAt);
    test.setClock(NOW + HOUR - 1);
    expect(await opens(result[shown])).toBe(200);
    test.setClock(NOW + HOUR);
    expect(await opens(result[shown])).toBe(REFUSED[kind]);
    expect(await listed()).toMatchObject([{ keyId: result.key.keyId, expiresAt }]);
  });

  it.each([undefined, 0, 1, 168])(
    'rotated with an overlap of %s hours works through it and not after, the new one on (keys.rotation)',
    async (overlapHours) => {
      const old = await make();
      const { keyId } = old.key;
      const body = { projectId, keyId, ...(overlapHours === undefined ? {} : { overlapHours }) };
      const { status, json } = await test.call('ann', rotate, body);
      expect(status).toBe(200);
      const end = NOW + (overlapHours ?? 24) * HOUR;
      expect(json.previousKey).toEqual({
        ...old.key,
        expiresAt: new Date(end).toISOString(),
        revokedAt: overlapHours === 0 ? new Date(NOW).toISOString() : null,
        replacedBy: json.key.keyId,
      });
      expect(json.key).toMatchObject({ name: 'shop', scopes: old.key.scopes, expiresAt: null });
      expect(json[shown]).not.toBe(old[shown]);
      for (const [at, ofOld] of [
        [NOW, overlapHours === 0 ? REFUSED[kind] : 200],
        [end - 1, 200],
        [end, REFUSED[kind]],
      ] as const) {
        if (at < NOW) continue;
        test.setClock(at);
        expect(await opens(old[shown]), String(at - NOW)).toBe(ofOld);
        expect(await opens(json[shown])).toBe(200);
      }
    },
  );

  it('is rotated once, also when many ask at the same time; the others get the new key’s id (keys.rotation)', async () => {
    const { key } = await make();
    const body = { projectId, keyId: key.keyId };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => test.call('ann', rotate, body)),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status, json } of answers) {
      if (status === 200) continue;
      expect([status, json.code]).toEqual([409, 'key_not_rotatable']);
      expect(json.detail).toContain(won[0]?.json.key.keyId);
    }
    expect(await listed()).toHaveLength(2);
  });

  it('is never extended by a rotation, and passes its own end on unless another is named (keys.rotation)', async () => {
    const expiresAt = new Date(NOW + 2 * HOUR).toISOString();
    const old = await make({ expiresAt });
    const { json } = await test.call('ann', rotate, { projectId, keyId: old.key.keyId });
    expect([json.previousKey.expiresAt, json.key.expiresAt]).toEqual([expiresAt, expiresAt]);
    const later = new Date(NOW + 90 * HOUR).toISOString();
    const { keyId } = json.key;
    const again = await test.call('ann', rotate, { projectId, keyId, expiresAt: later });
    expect([again.json.previousKey.expiresAt, again.json.key.expiresAt]).toEqual([
      expiresAt,
      later,
    ]);
  });

  it('revoked is refused from the next request on, and stays so however often it is asked for (keys.revocation)', async () => {
    const result = await make();
    const { keyId } = result.key;
    expect(await opens(result[shown])).toBe(200);
    for (const at of [NOW, NOW + 5, NOW + HOUR]) {
      test.setClock(at);
      const { status, json } = await test.call('ann', revoke, { projectId, keyId });
      expect([status, json]).toEqual([200, { message: 'key_revoked' }]);
      expect(await opens(result[shown])).toBe(REFUSED[kind]);
    }
    expect(await listed()).toMatchObject([{ keyId, revokedAt: new Date(NOW).toISOString() }]);
    const { status, json } = await test.call('ann', rotate, { projectId, keyId });
    expect([status, json.code]).toEqual([409, 'key_not_rotatable']);
  });

  it('says when it was last used, an hour at the most after the fact (keys.last-used)', async () => {
    const result = await make();
    for (const [at, lastUsed] of [
      [NOW + 1, NOW + 1],
      [NOW + HOUR, NOW + 1],
      [NOW + HOUR + 1, NOW + HOUR + 1],
    ] as const) {
      test.setClock(at);
      await Promise.all(Array.from({ length: 5 }, () => opens(result[shown])));
      expect((await listed())[0].lastUsedAt).toBe(new Date(lastUsed).toISOString());
    }
  });

  it('of another project, of the other kind or unknown is key_not_found, in the same words (security.foreign-as-unknown)', async () => {
    const other = KINDS.find((candidate) => candidate.kind !== kind) ?? (KINDS[0] as Kind);
    const foreign = await test.projectOf('bob');
    const ids = [
      UNKNOWN,
      (await test.call('bob', create, { projectId: foreign, name: 'b' })).json.key.keyId,
      (await test.call('ann', other.create, { projectId, name: 'o' })).json.key.keyId,
    ];
    for (const call of [rotate, revoke]) {
      const answers = await Promise.all(
        ids.map(async (keyId) => {
          const { status, json } = await test.call('ann', call, { projectId, keyId });
          const { requestId: _, ...rest } = json;
          return { status, rest };
        }),
      );
      expect(answers[0]).toMatchObject({ status: 404, rest: { code: 'key_not_found' } });
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    }
    expect((await test.call('bob', list, { projectId: foreign })).json.keys).toMatchObject([
      { revokedAt: null, replacedBy: null },
    ]);
  });

  it('is the affair of admins and owners; to others the project is unknown (errors.forbidden, security.foreign-as-unknown)', async () => {
    const { key } = await make();
    const reference = { projectId, keyId: key.keyId };
    const calls = [
      [create, { projectId, name: 'x' }],
      [list, { projectId }],
      [rotate, reference],
      [revoke, reference],
    ] as const;
    for (const role of ['viewer', 'editor'] as const) {
      await test.giveRole('ed', projectId, role);
      for (const [name, body] of calls) {
        const { status, json } = await test.call('ed', name, body);
        expect([status, json.code], name).toEqual([403, 'insufficient_role']);
      }
    }
    for (const [name, body] of calls) {
      const { status, json } = await test.call('bob', name, body);
      expect([status, json.code], name).toEqual([404, 'project_not_found']);
    }
    expect(await listed()).toEqual([key]);
    await test.giveRole('ed', projectId, 'admin');
    for (const [name, body] of calls) expect((await test.call('ed', name, body)).status).toBe(200);
  });

  it('is one of 100 live ones at most; a rotation finds room, a new one after a revocation', async () => {
    const first = await make();
    for (let at = 1; at < LIMITS.maxKeys; at += 1) await make();
    const refused = await test.call('ann', create, { projectId, name: 'more' });
    expect([refused.status, refused.json.code]).toEqual([409, 'key_limit_reached']);
    const { keyId } = first.key;
    expect((await test.call('ann', rotate, { projectId, keyId, overlapHours: 0 })).status).toBe(
      200,
    );
    expect((await test.call('ann', create, { projectId, name: 'more' })).status).toBe(409);
    const { keyId: last } = (await listed()).at(-1);
    await test.call('ann', revoke, { projectId, keyId: last });
    expect((await test.call('ann', create, { projectId, name: 'more' })).status).toBe(200);
  });

  it.each([
    [{ name: '' }, ['/name']],
    [{ name: 'x'.repeat(101) }, ['/name']],
    [{ name: 'a\nb' }, ['/name']],
    [{ name: '\ud800' }, ['/name']],
    [{ name: 5, expiresAt: 'tomorrow' }, ['/name', '/expiresAt']],
    [{ expiresAt: '2027-02-30T00:00:00Z' }, ['/expiresAt']],
    [{ expiresAt: '2027-02-28' }, ['/expiresAt']],
    [{ expiresAt: '2027-02-28T24:00:00Z' }, ['/expiresAt']],
    [{ expiresAt: null }, ['/expiresAt']],
    [{ expiresAt: new Date(NOW).toISOString() }, ['/expiresAt']],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, ['/expiresAt']],
    [{ name: '', expiry: 1 }, ['/name', '/expiry']],
  ])(
    'is not made of %j, and all faults are told (errors.bad-request, errors.all-faults)',
    async (change, pointers) => {
      const { status, json } = await test.call('ann', create, { projectId, name: 'n', ...change });
      expect([status, json.code]).toEqual([400, 'validation_failed']);
      expect(json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(
        [...pointers].sort(),
      );
      expect(await listed()).toEqual([]);
    },
  );

  it.each([
    [{ overlapHours: -1 }, '/overlapHours'],
    [{ overlapHours: 169 }, '/overlapHours'],
    [{ overlapHours: 0.5 }, '/overlapHours'],
    [{ overlapHours: '1' }, '/overlapHours'],
    [{ keyId: 'key_a' }, '/keyId'],
    [{ keyId: 5 }, '/keyId'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
  ])('is not rotated by %j (errors.bad-request)', async (change, pointer) => {
    const { key } = await make();
    const body = { projectId, keyId: key.keyId, ...change };
    const { status, json } = await test.call('ann', rotate, body);
    expect([status, json.errors[0].pointer]).toEqual([400, pointer]);
    expect(await listed()).toEqual([key]);
  });
});

describe('scopes', () => {
  const make = (scopes: unknown) =>
    test.call('ann', 'createApiKey', { projectId, name: 'narrow', scopes });

  it('narrow an API key, and a rotation keeps them (keys.scopes)', async () => {
    const { json } = await make(['images:read']);
    expect(json.key.scopes).toEqual(['images:read']);
    const { keyId } = json.key;
    const rotated = (await test.call('ann', 'rotateApiKey', { projectId, keyId })).json;
    for (const { apiKey } of [json, rotated]) {
      expect(await tryKey(apiKey, 'listImages')).toBe(200);
      expect(await tryKey(apiKey, 'saveTemporaryImage')).toBe('insufficient_scope');
    }
    const all = (await test.call('ann', 'createApiKey', { projectId, name: 'all' })).json;
    expect(await tryKey(all.apiKey, 'saveTemporaryImage')).toBe('temporary_image_not_found');
  });

  it.each([
    [[], ['/scopes']],
    ['images:read', ['/scopes']],
    [null, ['/scopes']],
    [['images:read', 'images:read'], ['/scopes/1']],
    [
      ['all', 'images:read', 5],
      ['/scopes/0', '/scopes/2'],
    ],
  ])('are not %j (keys.scopes)', async (scopes, pointers) => {
    const { status, json } = await make(scopes);
    expect(status).toBe(400);
    expect(json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });

  it('are nothing that an upload key has (keys.scopes)', async () => {
    const body = { projectId, name: 'u', scopes: ['images:save'] };
    const { json } = await test.call('ann', 'createUploadKey', body);
    expect(json.errors).toMatchObject([{ pointer: '/scopes', code: 'unknown_field' }]);
  });
});

describe('a key that is no key', () => {
  it('never reaches the store: its checksum is looked at first (keys.format)', async () => {
    const requested: string[] = [];
    const { keys } = test.services;
    const services = {
      ...test.services,
      keys: {
        ...keys,
        findApiKey: (sha256: string) => {
          requested.push(sha256);
          return keys.findApiKey(sha256);
        },
      },
    };
    const { apiKey } = (await test.call('ann', 'createApiKey', { projectId, name: 'k' })).json;
    const last = apiKey.at(-1);
    const send = (key: string) =>
      callWith(services, 'listImages', { headers: { 'x-api-key': key }, body: {} });
    for (const wrong of [`${apiKey.slice(0, -1)}${last === 'A' ? 'B' : 'A'}`, `${apiKey} `, 'x']) {
      expect((await send(wrong)).json.code).toBe('invalid_api_key');
    }
    expect(requested).toEqual([]);
    expect((await send(apiKey)).status).toBe(200);
    expect((await send(apiKey)).status).toBe(200);
    expect(requested).toHaveLength(2); // never cached as good
  });
});
