import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../../core/accounts/roles.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { inviterNameOf } from '../../../../core/use-cases/members/find-inviter-name.ts';
import { callAny } from '../../../support/http/call-any.ts';
import {
  accountIdOf,
  callAs,
  joinAs,
  makeUserServices,
} from '../../../support/http/call-as-user.ts';
import type { TestServices } from '../../../support/stores/make-services.ts';

const DAY_MS = 24 * 3_600_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const END = NOON + 7 * DAY_MS;
const DETAIL = 'The invitation was withdrawn, used, or has expired.';

let test: TestServices;
let projectId: string;
beforeEach(async () => {
  test = await makeUserServices();
  const ann = await accountIdOf(test, 'ann');
  const [own] = await test.services.memberships.listProjectsOf(ann);
  projectId = own?.projectId ?? '';
});
afterEach(() => test.remove());

type Name = keyof typeof ENDPOINTS;
const call = (token: string, name: Name, body: object = {}) =>
  callAs(test, token, ENDPOINTS[name], body);
const invite = async (role: Role = 'editor', by = 'ann', services = test.services) => {
  const body = { projectId, email: 'ben@example.com', role };
  const { json } = await callAs({ services }, by, ENDPOINTS.inviteMember, body);
  return json as { readonly invitation: string; readonly invitationId: string };
};
/** Without a credential. */
const show = (body: object, headers: object = {}, services = test.services) =>
  callAny(services, ENDPOINTS.getInvitation, {
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
const detailsOf = async (invitation: string) => {
  const { status, json } = await show({ invitation });
  const { requestId: _, type: __, hint: ___, ...rest } = json;
  return { status, ...rest };
};
const NOT_FOUND = {
  status: 404,
  code: 'invitation_not_found',
  title: 'The invitation does not exist',
  detail: DETAIL,
};

describe('the details of an invitation (members.invitation-details)', () => {
  it('are shown to who has the code, without a sign-in, and nothing is accepted', async () => {
    const { invitation, invitationId } = await invite();
    expect(await detailsOf(invitation)).toEqual({
      status: 200,
      invitationId,
      projectId,
      projectName: 'default',
      role: 'editor',
      inviterName: 'ann@example.com',
      inviterRole: 'owner',
      expiresAt: new Date(END).toISOString(),
    });
    await detailsOf(invitation);
    const listed = await call('ann', 'listInvitations', { projectId });
    expect(listed.json.invitations).toHaveLength(1);
    expect(await test.services.memberships.listMembers(projectId)).toHaveLength(1);
  });

  it('never have the invited address, and the code is in no log', async () => {
    const { invitation } = await invite();
    const { json, headers } = await show({ invitation });
    expect(JSON.stringify([json, headers])).not.toContain('ben@');
    expect(JSON.stringify(test.logged)).not.toContain(invitation.slice(4));
  });

  it('are shown up to the last millisecond, and then their end and their inviter alone', async () => {
    const { invitation } = await invite();
    test.setClock(END - 1);
    expect(await detailsOf(invitation)).toMatchObject({ status: 200 });
    test.setClock(END);
    const ended = { endedAt: new Date(END).toISOString(), inviterName: 'ann@example.com' };
    expect(await detailsOf(invitation)).toEqual({ ...NOT_FOUND, ...ended });
  });

  it('of a used, revoked, unknown or malformed code are one refusal', async () => {
    const used = (await invite()).invitation;
    expect((await call('ben', 'acceptInvitation', { invitation: used })).status).toBe(200);
    const revoked = await invite();
    const { invitationId } = revoked;
    await call('ann', 'revokeInvitation', { projectId, invitationId });
    const codes = [used, revoked.invitation, `inv_${'a'.repeat(36)}`, 'x', ' ', `${used} `];
    for (const code of codes) expect(await detailsOf(code)).toEqual(NOT_FOUND);
    const { invitation } = ENDPOINTS.getInvitation.request.example; // well-formed, and unknown
    expect(await detailsOf(invitation)).toEqual(NOT_FOUND);
  });

  it('are gone with the inviter’s right to give the role, also once it has expired', async () => {
    await joinAs(test, 'ann', projectId, 'cid', 'admin');
    const { invitation } = await invite('admin', 'cid');
    expect(await detailsOf(invitation)).toMatchObject({ status: 200, inviterRole: 'admin' });
    const accountId = await accountIdOf(test, 'cid');
    await call('ann', 'updateMember', { projectId, accountId, role: 'editor' });
    expect(await detailsOf(invitation)).toEqual(NOT_FOUND);
    await call('ann', 'removeMember', { projectId, accountId });
    expect(await detailsOf(invitation)).toEqual(NOT_FOUND);
    test.setClock(END);
    expect(await detailsOf(invitation)).toEqual(NOT_FOUND);
  });

  it('are gone with their project', async () => {
    projectId = (await call('ann', 'createProject', { name: 'shop' })).json.projectId as string;
    const { invitation } = await invite();
    expect(await detailsOf(invitation)).toMatchObject({ status: 200, projectName: 'shop' });
    await call('ann', 'deleteProject', { projectId, name: 'shop' });
    expect(await detailsOf(invitation)).toEqual(NOT_FOUND);
  });

  it('of an invitation from before names were kept have none', async () => {
    const { invitation } = await invite('editor', 'ann=');
    expect(await detailsOf(invitation)).toMatchObject({ status: 200, inviterName: null });
    test.setClock(END);
    expect(await detailsOf(invitation)).toMatchObject({ status: 404, inviterName: null });
  });

  it('have no name where the issuer doesn’t answer, and the invitation is made', async () => {
    const userInfo = { of: () => Promise.reject(new Error('silent')) };
    const { invitation } = await invite('editor', 'ann', { ...test.services, userInfo });
    expect(await detailsOf(invitation)).toMatchObject({ status: 200, inviterName: null });
    expect(JSON.stringify(test.logged)).toContain('without a name');
  });

  it('are the same whatever credential is sent with them', async () => {
    const { invitation } = await invite();
    const bare = (await show({ invitation })).json;
    for (const headers of [{ authorization: 'Bearer wrong' }, { 'x-api-key': 'private_x' }]) {
      expect((await show({ invitation }, headers)).json).toEqual(bare);
    }
  });

  it('of a wrong body are refused with every fault (errors.all-faults, errors.bad-request)', async () => {
    const bodies = [{}, { invitation: 7 }, { invitation: 'x'.repeat(101) }, { code: 'inv_x' }];
    for (const body of bodies) {
      const { status, json } = await show(body);
      expect([status, json.code]).toEqual([400, 'validation_failed']);
    }
  });

  it(`are read ${LIMITS.maxInvitationReadsPerMinute} times a minute from one network, right or wrong`, async () => {
    const services = { ...test.services, hasRateLimits: true };
    const { invitation } = await invite();
    const most = LIMITS.maxInvitationReadsPerMinute;
    for (let at = 0; at < most; at += 1) {
      const { status } = await show({ invitation: at % 2 ? 'x' : invitation }, {}, services);
      expect(status).toBe(at % 2 ? 404 : 200);
    }
    const refused = await show({ invitation }, {}, services);
    expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers['Retry-After']).toBe('60');
    const headers = { 'content-type': 'application/json' };
    const sent = { headers, body: { invitation }, sourceIp: '198.51.100.7' };
    expect((await callAny(services, ENDPOINTS.getInvitation, sent)).status).toBe(200);
    test.setClock(NOON + 60_000);
    expect((await show({ invitation }, {}, services)).status).toBe(200);
  });
});

describe('the name of an inviter (members.invitation-details)', () => {
  const facts = { email: 'ann@example.com', emailVerified: true };
  it.each([
    ['Ada Okafor', 'Ada Okafor'],
    ['  Ada\n\tOkafor\u0000 ', 'Ada Okafor'],
    ['\u202Erada\u2069', 'rada'],
    ['\uD800', 'ann@example.com'],
    ['', 'ann@example.com'],
    ['\u2028 ', 'ann@example.com'],
    ['نام\u200Cخانوادگی', 'نام\u200Cخانوادگی'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), `${'x'.repeat(100)}…`],
    ['<b>Ada</b>', '<b>Ada</b>'],
  ])('%j is shown as %j', (name, shown) => {
    expect(inviterNameOf({ ...facts, name })).toBe(shown);
  });

  it('is never an unverified address', () => {
    expect(inviterNameOf({ ...facts, emailVerified: false })).toBeUndefined();
    expect(inviterNameOf({ ...facts, emailVerified: false, name: 'Ada' })).toBe('Ada');
  });
});
