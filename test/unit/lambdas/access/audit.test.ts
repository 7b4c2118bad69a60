import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';
import { hashKey } from '../../../../core/projects/credentials.ts';
import { databasePath } from '../../../../local/data-folder/data-paths.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { callAs, makeUsers, type TestUsers } from '../../../support/http/call-as.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const SOURCE = '52.255.255.12'; // of the fixture's event

let test: TestUsers;
let projectId: string;

beforeEach(async () => {
  test = await makeUsers();
  projectId = await test.projectOf('ann');
});
afterEach(() => test.remove());

const eventsOf = async (user = 'ann', body: object = {}) =>
  (await test.call(user, 'listAuditEvents', { projectId, ...body })).json.events;

/** All that the store holds, as it stands in the file. */
function stored(): string {
  const db = new DatabaseSync(databasePath(test.dataDir), { readOnly: true });
  const rows = db.prepare('SELECT * FROM audit_events').all();
  db.close();
  return JSON.stringify(rows);
}

describe('the audit trail', () => {
  it('says who did what to which key, when and from where (audit.recorded-first)', async () => {
    const body = { projectId, name: 'shop', scopes: ['images:read'] };
    const { json } = await test.call('ann', 'createApiKey', body);
    const [event, ...more] = await eventsOf();
    expect(more).toEqual([]);
    expect(event).toEqual({
      eventId: expect.stringMatching(/^aud_[a-z2-7]{26}$/),
      at: new Date(NOW).toISOString(),
      projectId,
      action: 'create-api-key',
      outcome: 'done',
      code: null,
      actor: { kind: 'person', accountId: await test.accountOf('ann'), keyId: null, role: 'owner' },
      subject: { projectId, keyId: json.key.keyId },
      fields: ['name', 'scopes'],
      sourceAddress: SOURCE,
      requestId: expect.stringMatching(/^request-/),
    });
  });

  it('says which API key signed a grant, and has none of the grant (private.audited)', async () => {
    const { json } = await test.call('ann', 'createApiKey', {
      projectId,
      name: 'back end',
      scopes: ['images:grant', 'images:read'],
    });
    const headers = { 'x-api-key': json.apiKey };
    const grant = (body: object, services: Partial<TestUsers['services']> = {}) =>
      callAny({ ...test.services, ...services }, ENDPOINTS.createAccessGrant, { headers, body });
    const granted = await grant({ lifeSeconds: 60 });
    expect(granted.status).toBe(200);
    test.setClock(NOW + 1);
    const imageId = `img_${'q'.repeat(26)}`;
    expect((await grant({ imageId })).status).toBe(404);
    const events: { action: string }[] = await eventsOf();
    expect(events.filter(({ action }) => action === 'create-access-grant')).toMatchObject([
      { outcome: 'refused', code: 'image_not_found', subject: { imageId } },
      {
        projectId,
        outcome: 'done',
        actor: { kind: 'apiKey', keyId: json.key.keyId, accountId: null, role: null },
        subject: {},
        fields: ['lifeSeconds'],
        sourceAddress: SOURCE,
      },
    ]);
    const { cookies } = granted.json;
    expect(cookies).toHaveLength(3);
    for (const { value } of cookies.slice(0, 2)) expect(stored()).not.toContain(value);
  });

  it('is of a member who signs a grant, too (private.audited)', async () => {
    const { status } = await test.call('ann', 'createAccessGrant', { projectId });
    expect(status).toBe(200);
    expect(await eventsOf()).toMatchObject([
      {
        action: 'create-access-grant',
        outcome: 'done',
        actor: { kind: 'person', accountId: await test.accountOf('ann'), keyId: null },
      },
    ]);
  });

  it('comes before a grant, which is refused without its record (private.audited)', async () => {
    const { json } = await test.call('ann', 'createApiKey', {
      projectId,
      name: 'back end',
      scopes: ['images:grant'],
    });
    const audit = {
      ...test.services.audit,
      putEvent: () => Promise.reject(new ServiceError('busy')),
    };
    const { status, json: refused } = await callAny(
      { ...test.services, audit },
      ENDPOINTS.createAccessGrant,
      { headers: { 'x-api-key': json.apiKey }, body: {} },
    );
    expect([status, refused.code, refused.cookies]).toEqual([503, 'busy', undefined]);
  });

  it('is every change of keys and secrets, in its order', async () => {
    let now = NOW;
    const asAnn = async (name: EndpointName, body: object = {}) => {
      now += 1;
      test.setClock(now);
      return (await test.call('ann', name, { projectId, ...body })).json;
    };
    const { keyId } = (await asAnn('createUploadKey', { name: 'u' })).key;
    const rotated = await asAnn('rotateUploadKey', { keyId });
    await asAnn('revokeUploadKey', { keyId });
    const { secretId } = await asAnn('createSigningSecret');
    await asAnn('revokeSigningSecret', { secretId });
    await asAnn('listUploadKeys');
    const events: { action: string; subject: object }[] = await eventsOf();
    expect(events.map(({ action, subject }) => [action, subject]).reverse()).toEqual([
      ['create-upload-key', { projectId, keyId }],
      ['rotate-upload-key', { projectId, keyId, newKeyId: rotated.key.keyId }],
      ['revoke-upload-key', { projectId, keyId }],
      ['create-signing-secret', { projectId, secretId }],
      ['revoke-signing-secret', { projectId, secretId }],
    ]);
  });

  it('is who was invited, came and left, without the code and the address', async () => {
    const email = 'bob@example.com';
    const userInfo = { of: async () => ({ email, emailVerified: true }) };
    const services = { ...test.services, userInfo };
    let now = NOW;
    const call = async (user: string, name: EndpointName, body: object) => {
      now += 1;
      test.setClock(now);
      return (await callAs(services, user, name, body)).json;
    };
    const requested = { projectId, email, role: 'editor' };
    const { invitation, invitationId } = await call('ann', 'inviteMember', requested);
    await call('bob', 'acceptInvitation', { invitation });
    const accountId = await test.accountOf('bob');
    await call('ann', 'updateMember', { projectId, accountId, role: 'viewer' });
    await call('ann', 'removeMember', { projectId, accountId });
    await call('bob', 'acceptInvitation', { invitation });
    const events: { action: string; subject: object; outcome: string }[] = await eventsOf();
    expect(events.map(({ action, subject }) => [action, subject]).reverse()).toEqual([
      ['invite-member', { projectId, invitationId, role: 'editor' }],
      ['accept-invitation', { projectId }],
      ['update-member', { projectId, accountId, role: 'viewer' }],
      ['remove-member', { projectId, accountId }],
    ]);
    expect(events[2]).toMatchObject({ actor: { accountId }, outcome: 'done' });
    const own = (await call('bob', 'listAccountEvents', {})).events;
    expect(own).toMatchObject([
      { action: 'accept-invitation', outcome: 'refused', code: 'invitation_not_found' },
      { action: 'accept-invitation', outcome: 'done', subject: { projectId } },
    ]);
    for (const hidden of [invitation, invitation.slice(4, 20), email]) {
      expect(stored()).not.toContain(hidden);
    }
  });

  it('is what a member was refused too, and why (audit.refusals)', async () => {
    await test.giveRole('ed', projectId, 'editor');
    const keyId = `key_${'z'.repeat(26)}`;
    await test.call('ed', 'revokeApiKey', { projectId, keyId });
    test.setClock(NOW + 1);
    await test.call('ann', 'revokeApiKey', { projectId, keyId });
    const events: object[] = await eventsOf();
    expect(events).toMatchObject([
      { outcome: 'refused', code: 'key_not_found', actor: { role: 'owner' }, subject: { keyId } },
      {
        outcome: 'refused',
        code: 'insufficient_role',
        subject: { keyId },
        actor: { accountId: await test.accountOf('ed'), role: 'editor' },
      },
    ]);
  });

  it('is nothing that a stranger tries: the project is unknown to them (security.foreign-as-unknown, audit.refusals)', async () => {
    await test.projectOf('bob');
    const { json } = await test.call('bob', 'createApiKey', { projectId, name: 'mine' });
    expect(json.code).toBe('project_not_found');
    await test.call('ann', 'createApiKey', { projectId, name: '' }); // nor what is no request
    expect(await eventsOf()).toEqual([]);
    expect(stored()).toBe('[]');
  });

  it('holds no key, secret or name of any request or response (security.no-key-in-clear)', async () => {
    const canary = `private_${'c'.repeat(36)}`;
    const response = (await test.call('ann', 'createApiKey', { projectId, name: canary })).json;
    const { keyId } = response.key;
    const rotated = (await test.call('ann', 'rotateApiKey', { projectId, keyId })).json;
    const upload = (await test.call('ann', 'createUploadKey', { projectId, name: 'u' })).json;
    const secret = (await test.call('ann', 'createSigningSecret', { projectId })).json;
    await test.call('ann', 'revokeApiKey', { projectId, keyId });
    const text = stored();
    expect(text).toContain(keyId);
    for (const hidden of [
      canary,
      'cccc',
      response.apiKey,
      rotated.apiKey,
      upload.uploadKey,
      secret.secret,
      ...[response.apiKey, rotated.apiKey, upload.uploadKey].map(hashKey),
      ...[response.apiKey, upload.uploadKey, secret.secret].map((entry) => entry.slice(8, 20)),
      'Bearer',
    ]) {
      expect(text).not.toContain(hidden);
    }
  });

  it('is written before anything is done, so that a cut call is known (audit.recorded-first)', async () => {
    let seen: string | undefined;
    const { keys } = test.services;
    const services = {
      ...test.services,
      keys: {
        ...keys,
        createKey: async () => {
          seen = stored();
          throw new Error('the process ended here');
        },
      },
    };
    const { status } = await callAs(services, 'ann', 'createApiKey', { projectId, name: 'n' });
    expect(status).toBe(500);
    expect(seen).toContain('create-api-key');
    expect(await eventsOf()).toMatchObject([{ outcome: 'unknown', code: null, subject: {} }]);
  });

  it('a busy call has an unknown end: it may have been carried out', async () => {
    const services = {
      ...test.services,
      keys: {
        ...test.services.keys,
        revokeKey: async () => {
          throw new ServiceError('busy');
        },
      },
    };
    const keyId = `key_${'z'.repeat(26)}`;
    await callAs(services, 'ann', 'revokeApiKey', { projectId, keyId });
    expect(await eventsOf()).toMatchObject([{ outcome: 'unknown', subject: { keyId } }]);
  });

  /** Services whose n-th write of an event fails. */
  const failingAt = (failing: number) => {
    let nth = 0;
    const { audit } = test.services;
    const putEvent: typeof audit.putEvent = async (trail, event) => {
      nth += 1;
      if (nth === failing) throw new ServiceError('busy');
      return audit.putEvent(trail, event);
    };
    return { ...test.services, audit: { ...audit, putEvent } };
  };

  it('nothing is done where it can not be written down (audit.recorded-first)', async () => {
    const body = { projectId, name: 'n' };
    const { status, json } = await callAs(failingAt(1), 'ann', 'createApiKey', body);
    expect([status, json.code]).toEqual([503, 'busy']);
    expect((await test.call('ann', 'listApiKeys', { projectId })).json.keys).toEqual([]);
  });

  it('a finished call is answered though its end can not be written, and a log line says so', async () => {
    const body = { projectId, name: 'n' };
    const { status, json } = await callAs(failingAt(2), 'ann', 'createApiKey', body);
    expect(status).toBe(200);
    expect(json.apiKey).toBeDefined();
    expect(await eventsOf()).toMatchObject([{ outcome: 'unknown', action: 'create-api-key' }]);
    expect(test.logged.join('\n')).toContain('audit outcome not recorded');
    expect(test.logged.join('\n')).not.toContain(json.apiKey);
    const wrong = { projectId, keyId: `key_${'z'.repeat(26)}` };
    const refused = await callAs(failingAt(2), 'ann', 'revokeApiKey', wrong);
    expect(refused.json.code).toBe('key_not_found');
  });
});

describe('the list of audit events', () => {
  const make = (name: string) => test.call('ann', 'createApiKey', { projectId, name });

  it('comes page by page, newest first, for 90 days (audit.list)', async () => {
    for (let at = 0; at < 5; at += 1) {
      test.setClock(NOW + at);
      await make(`key ${at}`);
    }
    const times: string[] = [];
    let cursor: string | undefined;
    do {
      const body = { projectId, limit: 2, ...(cursor ? { cursor } : {}) };
      const { json } = await test.call('ann', 'listAuditEvents', body);
      times.push(...json.events.map(({ at }: { at: string }) => at));
      cursor = json.cursor ?? undefined;
    } while (cursor);
    const expected = [4, 3, 2, 1, 0].map((at) => new Date(NOW + at).toISOString());
    expect(times).toEqual(expected);
    const whole = await test.call('ann', 'listAuditEvents', { projectId, limit: 5 });
    expect(whole.json.cursor).toBeNull(); // of a page that ends with the last event
    test.setClock(NOW + LIMITS.auditMs + 1);
    expect(await eventsOf()).toHaveLength(3);
    test.setClock(NOW + LIMITS.auditMs + 4);
    expect(await eventsOf()).toEqual([]);
  });

  it('takes no cursor of another list (errors.bad-request)', async () => {
    for (let at = 0; at < 2; at += 1) await make('n');
    const { json } = await test.call('ann', 'listAuditEvents', { projectId, limit: 1 });
    const theirs = await test.projectOf('bob');
    for (const [cursor, of] of [
      [json.cursor, theirs],
      [`${json.cursor}A`, theirs],
    ]) {
      const answer = await test.call('bob', 'listAuditEvents', { projectId: of, cursor });
      expect([answer.status, answer.json.errors[0].pointer]).toEqual([400, '/cursor']);
    }
    expect((await test.call('ann', 'listAccountEvents', { cursor: json.cursor })).status).toBe(400);
  });

  it('is for admins and owners, and of no project but their own (errors.forbidden, security.foreign-as-unknown)', async () => {
    await make('n');
    for (const [role, code] of [
      ['viewer', 'insufficient_role'],
      ['editor', 'insufficient_role'],
      ['admin', undefined],
    ] as const) {
      await test.giveRole('ed', projectId, role);
      expect((await test.call('ed', 'listAuditEvents', { projectId })).json.code).toBe(code);
    }
    const foreign = await test.call('bob', 'listAuditEvents', { projectId });
    expect([foreign.status, foreign.json.code]).toEqual([404, 'project_not_found']);
  });

  it('of an account has nothing of its projects', async () => {
    await make('n');
    const { status, json } = await test.call('ann', 'listAccountEvents', {});
    expect([status, json]).toEqual([200, { events: [], cursor: null }]);
  });
});

describe('THE table', () => {
  /** Reads, and what only says what would be. */
  const READS = /^(list|get|explain)-/;

  it('describes every change by a user as audited', () => {
    const changes = (Object.keys(ENDPOINTS) as EndpointName[])
      .map((name): Endpoint => ENDPOINTS[name])
      .filter(({ credential }) => credential.kind === 'accessToken')
      .filter(({ name }) => !READS.test(name));
    expect(changes.length).toBeGreaterThan(7);
    for (const { name, isAudited } of changes) expect(isAudited, name).toBe(true);
  });
});
