import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../../core/accounts/roles.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { isWellFormedKey } from '../../../../core/projects/credentials.ts';
import {
  accountIdOf,
  callAs,
  joinAs,
  makeUserServices,
} from '../../../support/http/call-as-user.ts';
import type { TestServices } from '../../../support/stores/make-services.ts';

const DAY_MS = 24 * 3_600_000;
const NOON = Date.UTC(2026, 10, 21, 12);

let test: TestServices;
let projectId: string;
let ann: string;
beforeEach(async () => {
  test = await makeUserServices();
  ann = await accountIdOf(test, 'ann');
  const [own] = await test.services.memberships.listProjectsOf(ann);
  projectId = own?.projectId ?? '';
});
afterEach(() => test.remove());

type Name = keyof typeof ENDPOINTS;
const call = (token: string, name: Name, body: object = {}) =>
  callAs(test, token, ENDPOINTS[name], body);
/** The status, with the code of a problem. */
const answerTo = async (token: string, name: Name, body: object = {}) => {
  const { status, json } = await call(token, name, body);
  return json.code === undefined ? status : [status, json.code];
};
const invite = (email = 'ben@example.com', role: Role = 'editor', by = 'ann') =>
  call(by, 'inviteMember', { projectId, email, role });
const accept = (token: string, invitation: unknown) =>
  answerTo(token, 'acceptInvitation', { invitation });
const joined = (name: string, role: Role) => joinAs(test, 'ann', projectId, name, role);
const roleOf = async (accountId: string) =>
  (await test.services.memberships.getMembership(projectId, accountId))?.role;

describe('an owner of another user’s project', () => {
  it('has it not on their plan: get-account counts it as one they belong to alone (quotas.projects)', async () => {
    await joined('ben', 'owner');
    const { projects } = (await call('ben', 'getAccount')).json;
    expect(projects).toEqual({ memberOf: 2, owned: 1 });
  });
});

describe('an invitation (members.invitations)', () => {
  it('has a code of the form of keys, shown once and stored nowhere', async () => {
    const { status, json } = await invite('Ben@Example.com');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      email: 'Ben@Example.com',
      role: 'editor',
      invitedBy: ann,
      invitedAt: new Date(NOON).toISOString(),
      expiresAt: new Date(NOON + 7 * DAY_MS).toISOString(),
    });
    const code = json.invitation as string;
    expect(isWellFormedKey(code, 'inv_')).toBe(true);
    expect(isWellFormedKey(code, 'upl_')).toBe(false);
    const { invitation: _, ...shown } = json;
    const listed = await call('ann', 'listInvitations', { projectId });
    expect(listed.json).toEqual({ invitations: [shown] });
    const found = await test.services.invitations.listInvitations(projectId, NOON);
    expect(JSON.stringify([found, test.logged])).not.toContain(code.slice(4));
  });

  it('is accepted once, by the user with the address', async () => {
    const { invitation } = (await invite()).json;
    const { status, json } = await call('ben', 'acceptInvitation', { invitation });
    expect([status, json.projectId, json.role]).toEqual([200, projectId, 'editor']);
    expect(await accept('eve', invitation)).toEqual([404, 'invitation_not_found']);
    const { projects } = (await call('ben', 'listProjects')).json;
    expect(projects).toContainEqual(expect.objectContaining({ projectId, role: 'editor' }));
  });

  it('is answered again to who has accepted it, with their present role, for its life', async () => {
    const { invitation } = (await invite()).json;
    test.setClock(NOON + DAY_MS);
    const first = await call('ben', 'acceptInvitation', { invitation });
    const again = await call('ben', 'acceptInvitation', { invitation });
    expect([again.status, again.json]).toEqual([200, first.json]);
    const accountId = await accountIdOf(test, 'ben');
    await call('ann', 'updateMember', { projectId, accountId, role: 'viewer' });
    test.setClock(NOON + 8 * DAY_MS - 1);
    const later = await call('ben', 'acceptInvitation', { invitation });
    expect([later.status, later.json]).toEqual([200, { ...first.json, role: 'viewer' }]);
    expect(await roleOf(accountId)).toBe('viewer');
    test.setClock(NOON + 8 * DAY_MS);
    expect(await accept('ben', invitation)).toEqual([404, 'invitation_not_found']);
    expect(await roleOf(accountId)).toBe('viewer');
  });

  it('brings no member back who was removed', async () => {
    const { invitation } = (await invite()).json;
    await accept('ben', invitation);
    const accountId = await accountIdOf(test, 'ben');
    await call('ann', 'removeMember', { projectId, accountId });
    expect(await accept('ben', invitation)).toEqual([404, 'invitation_not_found']);
    expect(await roleOf(accountId)).toBeUndefined();
    const second = (await invite()).json.invitation;
    expect(await accept('ben', second)).toBe(200);
    expect(await accept('ben', invitation)).toEqual([404, 'invitation_not_found']);
  });

  it('of a deleted project is unknown to who has accepted it', async () => {
    projectId = (await call('ann', 'createProject', { name: 'shop' })).json.projectId as string;
    const { invitation } = (await invite()).json;
    expect(await accept('ben', invitation)).toBe(200);
    expect(await answerTo('ann', 'deleteProject', { projectId, name: 'shop' })).toBe(200);
    expect(await accept('ben', invitation)).toEqual([404, 'invitation_not_found']);
  });

  it('that one user accepts ten times in parallel answers each alike, for one acceptance', async () => {
    const { invitation } = (await invite()).json;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('ben', 'acceptInvitation', { invitation })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    const members = await test.services.memberships.listMembers(projectId);
    expect(members).toHaveLength(2);
    type Event = { readonly action: string; readonly outcome: string; readonly code: string };
    const listed = async (token: string, name: Name, body: object) => {
      const { events } = (await call(token, name, body)).json as { events: Event[] };
      const accepts = events.filter(({ action }) => action === 'accept-invitation');
      return accepts.map(({ outcome, code }) => code ?? outcome).sort();
    };
    expect(await listed('ann', 'listAuditEvents', { projectId })).toEqual(['done']);
    const repeats = Array.from({ length: 9 }, () => 'already_member');
    expect(await listed('ben', 'listAccountEvents', {})).toEqual([...repeats, 'done']);
  });

  it.each([
    ['another address', 'eve', 'you are signed in as eve@example.com.'],
    ['an address that is not verified', 'ben=?ben@example.com', 'has not verified that it is'],
    ['no address', 'ben=', 'names no address of yours'],
    ['a longer address', 'ben=ben@example.com.evil.example', 'as ben@example.com.evil.example.'],
    [
      'an address that is the same by Unicode’s folding alone',
      'mike=mi\u212Ae@example.com',
      'as mi\u212Ae@example.com.',
    ],
  ])('is not for who has %s, which names both addresses', async (_, token, told) => {
    const email = token.startsWith('mike') ? 'mike@example.com' : 'ben@example.com';
    const { invitation } = (await invite(email)).json;
    const { status, json } = await call(token, 'acceptInvitation', { invitation });
    expect([status, json.code]).toEqual([403, 'invitation_not_yours']);
    expect(json.detail).toContain(`The invitation is for ${email}`);
    expect(json.detail).toContain(told);
    const remaining = await call('ann', 'listInvitations', { projectId });
    expect(remaining.json.invitations).toHaveLength(1);
  });

  it('is for the address in any case of A to Z', async () => {
    const { invitation } = (await invite('bEn@EXAMPLE.com')).json;
    expect(await accept('ben=Ben@example.COM', invitation)).toBe(200);
  });

  it('that is unknown, malformed, revoked, ended or used is refused with the same words', async () => {
    const used = (await invite()).json.invitation;
    await accept('ben', used);
    const revoked = (await invite('eve@example.com')).json;
    const { invitationId } = revoked;
    await call('ann', 'revokeInvitation', { projectId, invitationId });
    const ended = (await invite('eve@example.com')).json.invitation;
    test.setClock(NOON + 7 * DAY_MS);
    const codes = [used, revoked.invitation, ended, `inv_${'a'.repeat(36)}`, 'x', used, ' '];
    const answers = await Promise.all(
      codes.map((invitation) => call('eve', 'acceptInvitation', { invitation })),
    );
    const words = answers.map(({ json: { requestId: _, ...rest } }) => JSON.stringify(rest));
    expect(new Set(words).size).toBe(1);
    expect(words[0]).toContain('invitation_not_found');
  });

  it('can be taken up to the last millisecond', async () => {
    const { invitation } = (await invite()).json;
    test.setClock(NOON + 7 * DAY_MS - 1);
    expect(await accept('ben', invitation)).toBe(200);
  });

  it('is refused before a request to the issuer, and a member keeps their role', async () => {
    await joined('ben', 'viewer');
    const { invitation } = (await invite('ben@example.com', 'admin')).json;
    expect(await accept('ben', invitation)).toEqual([409, 'already_member']);
    expect(await roleOf(await accountIdOf(test, 'ben'))).toBe('viewer');
  });

  it('is to no role above the inviter’s, and only owners invite owners (members.no-escalation)', async () => {
    await joined('ben', 'admin');
    const statusOf = async (role: Role, by: string) => (await invite('x@y.z', role, by)).status;
    expect(await statusOf('owner', 'ben')).toBe(403);
    expect(await statusOf('admin', 'ben')).toBe(200);
    expect(await statusOf('owner', 'ann')).toBe(200);
  });

  it('ends when its inviter may no longer give the role, and is listed no more', async () => {
    const ben = await joined('ben', 'admin');
    const { invitation } = (await invite('eve@example.com', 'admin', 'ben')).json;
    await call('ann', 'updateMember', { projectId, accountId: ben, role: 'editor' });
    expect(await accept('eve', invitation)).toEqual([404, 'invitation_not_found']);
    const listed = await call('ann', 'listInvitations', { projectId });
    expect(listed.json).toEqual({ invitations: [] });
  });

  it('of another project can’t be revoked, nor one twice', async () => {
    const { invitationId } = (await invite()).json;
    const eve = await accountIdOf(test, 'eve');
    const [own] = await test.services.memberships.listProjectsOf(eve);
    const foreign = { projectId: own?.projectId, invitationId };
    const notFound = [404, 'invitation_not_found'];
    expect(await answerTo('eve', 'revokeInvitation', foreign)).toEqual(notFound);
    const ours = { projectId, invitationId };
    expect(await answerTo('ann', 'revokeInvitation', ours)).toBe(200);
    expect(await answerTo('ann', 'revokeInvitation', ours)).toEqual(notFound);
  });

  it('is one of at most 100', async () => {
    const body = { projectId, role: 'viewer' };
    const calls = Array.from({ length: 100 }, (_, at) =>
      call('ann', 'inviteMember', { ...body, email: `p${at}@example.com` }),
    );
    const [first] = await Promise.all(calls);
    expect((await invite()).json.code).toBe('too_many_invitations');
    const { invitationId } = first?.json ?? {};
    await call('ann', 'revokeInvitation', { projectId, invitationId });
    expect((await invite()).status).toBe(200);
  });

  it('names every fault of its fields together (errors.all-faults)', async () => {
    const { json } = await call('ann', 'inviteMember', {
      projectId,
      email: 'ben',
      role: 'king',
      rolle: 1,
    });
    const errors = json.errors as { pointer: string; code: string }[];
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/email invalid_email',
      '/role invalid_value',
      '/rolle unknown_field',
    ]);
    for (const email of ['a@b@c', 'a b@c', '@c', 'a@', `a@${'b'.repeat(260)}`, 'a\n@b', '']) {
      expect((await invite(email)).json.code).toBe('validation_failed');
    }
  });
});

describe('members (members.roles)', () => {
  it('are listed to each other, with addresses to those who manage them and to themselves', async () => {
    test.setClock(NOON + 1);
    const ben = await joined('ben', 'viewer');
    test.setClock(NOON + 2);
    await joined('eve', 'admin');
    const listed = async (name: string) =>
      (await call(name, 'listMembers', { projectId })).json.members as { email: string | null }[];
    const addresses = async (name: string) => (await listed(name)).map(({ email }) => email);
    expect(await addresses('ben')).toEqual([null, 'ben@example.com', null]);
    expect(await addresses('eve')).toEqual([null, 'ben@example.com', 'eve@example.com']);
    expect((await listed('ann'))[1]).toEqual({
      accountId: ben,
      role: 'viewer',
      email: 'ben@example.com',
      isYou: false,
      joinedAt: new Date(NOON + 1).toISOString(),
    });
  });

  it('are changed by members who are not below them, to no role above their own (members.no-escalation)', async () => {
    const ben = await joined('ben', 'admin');
    const eve = await joined('eve', 'admin');
    const dan = await joined('dan', 'viewer');
    const update = (by: string, accountId: string, role: Role) =>
      answerTo(by, 'updateMember', { projectId, accountId, role });
    const tooLow = [403, 'insufficient_role'];
    expect(await update('ben', dan, 'owner')).toEqual(tooLow);
    expect(await update('ben', dan, 'admin')).toBe(200);
    expect(await update('ben', ann, 'viewer')).toEqual(tooLow);
    expect(await update('ben', ben, 'owner')).toEqual(tooLow);
    expect(await update('ben', eve, 'editor')).toBe(200);
    expect(await update('eve', dan, 'viewer')).toEqual(tooLow);
    expect(await update('ann', ben, 'owner')).toBe(200);
    expect(await update('dan', ben, 'viewer')).toEqual(tooLow);
    expect(await update('ben', ann, 'owner')).toBe(200);
    expect(await update('ben', ben, 'admin')).toBe(200);
    expect(await roleOf(ben)).toBe('admin');
  });

  it('leave in any role, and are removed by members who are not below them (members.no-escalation)', async () => {
    const ben = await joined('ben', 'viewer');
    const eve = await joined('eve', 'admin');
    const dan = await joined('dan', 'editor');
    const remove = (by: string, accountId: string) =>
      answerTo(by, 'removeMember', { projectId, accountId });
    expect(await remove('ben', dan)).toEqual([403, 'insufficient_role']);
    expect(await remove('ben', ben)).toBe(200);
    expect(await remove('ben', ben)).toEqual([404, 'project_not_found']);
    expect(await remove('eve', ann)).toEqual([403, 'insufficient_role']);
    expect(await remove('eve', dan)).toBe(200);
    expect(await answerTo('dan', 'getProject', { projectId })).toEqual([404, 'project_not_found']);
    expect(await remove('eve', dan)).toEqual([404, 'member_not_found']);
    expect(await remove('ann', eve)).toBe(200);
  });

  it('the last owner neither leaves nor is lowered, nor does the one on whose plan it is (members.last-owner)', async () => {
    const lastOwner = [409, 'last_owner'];
    const own = { projectId, accountId: ann };
    expect(await answerTo('ann', 'removeMember', own)).toEqual(lastOwner);
    expect(await answerTo('ann', 'updateMember', { ...own, role: 'admin' })).toEqual(lastOwner);
    const ben = await joined('ben', 'owner');
    expect(await answerTo('ben', 'removeMember', own)).toEqual(lastOwner);
    expect(await answerTo('ben', 'removeMember', { projectId, accountId: ben })).toBe(200);
  });
});

describe('an ownership transfer (members.ownership-transfer)', () => {
  it('makes the receiver the owner, and the former one an admin', async () => {
    const ben = await joined('ben', 'viewer');
    const { status, json } = await call('ann', 'transferOwnership', { projectId, accountId: ben });
    expect([status, json]).toMatchObject([200, { accountId: ben, role: 'owner' }]);
    expect([await roleOf(ann), await roleOf(ben)]).toEqual(['admin', 'owner']);
    expect((await test.services.projects.getProject(projectId))?.accountId).toBe(ben);
    expect(await answerTo('ann', 'removeMember', { projectId, accountId: ann })).toBe(200);
    const again = { projectId, accountId: ben };
    expect(await answerTo('ben', 'transferOwnership', again)).toBe(200);
  });

  it('is to a member alone', async () => {
    const accountId = await accountIdOf(test, 'ben');
    expect(await answerTo('ann', 'transferOwnership', { projectId, accountId })).toEqual([
      404,
      'member_not_found',
    ]);
  });

  it('needs room on the receiver’s plan', async () => {
    const ben = await joined('ben', 'admin');
    const { accounts, ownershipTransfers: transfers } = test.services;
    for (let at = 0; at < 2; at += 1) {
      const giver = await accountIdOf(test, `giver${at}`);
      const [given] = await test.services.memberships.listProjectsOf(giver);
      const given_ = given?.projectId ?? '';
      await joinAs(test, `giver${at}`, given_, 'ben', 'viewer');
      const plan = (await accounts.getAccount(ben))?.plan;
      if (!plan) throw new Error('no plan');
      await transfers.transfer({ projectId: given_, from: giver, to: ben, by: giver, plan });
    }
    const { status, json } = await call('ann', 'transferOwnership', { projectId, accountId: ben });
    expect([status, json.code]).toEqual([403, 'receiver_quota_exceeded']);
    expect(json.detail).toContain('3 projects');
    expect(await roleOf(ann)).toBe('owner');
  });
});
