import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Invitation } from '../../core/accounts/invitation.ts';
import type { Role } from '../../core/accounts/roles.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { AccountStore } from '../../core/ports/members/account-store.ts';
import type { InvitationStore } from '../../core/ports/members/invitation-store.ts';
import type { MemberChange, MembershipStore } from '../../core/ports/members/membership-store.ts';
import type { OwnershipTransfers } from '../../core/ports/members/ownership-transfers.ts';
import { PLANS } from '../../core/projects/plans.ts';

type Pair<Store> = readonly [Store, Store];

/** Two of each store over one set of records, as two processes have. */
export interface TeamStoresUnderTest {
  readonly accounts: Pair<AccountStore>;
  readonly memberships: Pair<MembershipStore>;
  readonly invitations: Pair<InvitationStore>;
  readonly transfers: Pair<OwnershipTransfers>;
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21);
const END = NOW + 1_000;
/** The text of a new id, without its prefix. */
export const newId = () => encodeIdBytes(randomBytes(26));
const newHash = () => randomBytes(32).toString('hex');

/** Signs a user in for the first time, which makes an account and its default project. */
export async function openPerson(accounts: AccountStore) {
  const accountId = `acc_${newId()}`;
  const projectId = `prj_${newId()}`;
  const identity = { issuer: 'https://issuer.example', subject: newId() };
  const facts = { accountId, plan: PLANS.free, createdAt: NOW };
  await accounts.openAccount(
    { ...facts, identity },
    { ...facts, projectId, name: 'default', allowedOrigins: [] },
  );
  return { accountId, projectId };
}

/** Invites to a project by its owner's word, and has an account take that up. */
export async function join(
  invitations: InvitationStore,
  { projectId, accountId: invitedBy }: { projectId: string; accountId: string },
  accountId: string,
  role: Role,
): Promise<void> {
  const sha256 = newHash();
  await invitations.addInvitation(sha256, {
    invitationId: `ivt_${newId()}`,
    projectId,
    email: 'a@example.com',
    role,
    invitedBy,
    invitedAt: NOW,
    expiresAt: END,
  });
  expect(await invitations.acceptInvitation(sha256, accountId, NOW)).toBe('joined');
}

/** The promises of every store of memberships and invitations. */
export function describeTeamStores(name: string, create: () => Promise<TeamStoresUnderTest>) {
  describe(`teams: ${name}`, () => {
    let test: TeamStoresUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const open = () => openPerson(test.accounts[0]);
    const add = async (changes: Partial<Invitation> = {}) => {
      const owner = await open();
      const sha256 = newHash();
      const invitation: Invitation = {
        invitationId: `ivt_${newId()}`,
        projectId: owner.projectId,
        email: 'Ben@example.com',
        role: 'editor',
        invitedBy: owner.accountId,
        invitedAt: NOW,
        expiresAt: END,
        ...changes,
      };
      await test.invitations[0].addInvitation(sha256, invitation);
      return { owner, sha256, invitation };
    };
    const roleOf = async (projectId: string, accountId: string) =>
      (await test.memberships[1].getMembership(projectId, accountId))?.role;
    const change = (changed: MemberChange, at = 0) =>
      (test.memberships[at % 2] ?? test.memberships[0]).changeMember(changed);
    /** A project of one owner, and further members with these roles. */
    const makeTeam = async (...roles: Role[]) => {
      const owner = await open();
      const others = await Promise.all(
        roles.map(async (role) => {
          const { accountId } = await open();
          await join(test.invitations[0], owner, accountId, role);
          return accountId;
        }),
      );
      return { ...owner, others };
    };

    it('an invitation is found by its code’s hash and its project until it ends (members.invitations)', async () => {
      const { sha256, invitation } = await add();
      const { projectId } = invitation;
      const [first, second] = test.invitations;
      expect(await second.findInvitation(sha256, NOW)).toEqual(invitation);
      expect(await first.listInvitations(projectId, END - 1)).toEqual([invitation]);
      expect(await second.findInvitation(sha256, END)).toBeUndefined();
      expect(await first.listInvitations(projectId, END)).toEqual([]);
      expect(await first.findInvitation(newHash(), NOW)).toBeUndefined();
      expect(await first.acceptInvitation(sha256, (await open()).accountId, END)).toBe('not_found');
      expect(await first.revokeInvitation(projectId, invitation.invitationId, END)).toBe(false);
    });

    it('one that has expired is read by its code’s hash as it was, with its inviter’s name (members.invitation-details)', async () => {
      const { sha256, invitation } = await add({ inviterName: 'Ada Okafor' });
      const [first, second] = test.invitations;
      expect(await second.readInvitation(sha256)).toEqual(invitation);
      expect(await second.findInvitation(sha256, END)).toBeUndefined();
      expect(await second.readInvitation(sha256)).toEqual(invitation);
      expect(await first.listInvitations(invitation.projectId, NOW)).toEqual([invitation]);
      expect(await first.readInvitation(newHash())).toBeUndefined();
    });

    it('one that was used or revoked is read no more (members.invitation-details)', async () => {
      const [used, revoked] = [await add(), await add()];
      const [first, second] = test.invitations;
      await first.acceptInvitation(used.sha256, (await open()).accountId, NOW);
      const { projectId, invitationId } = revoked.invitation;
      await first.revokeInvitation(projectId, invitationId, NOW);
      expect(await second.readInvitation(used.sha256)).toBeUndefined();
      expect(await second.readInvitation(revoked.sha256)).toBeUndefined();
    });

    it('accepting it makes a member with its role and address, and removes it (members.invitations)', async () => {
      const { owner, sha256, invitation } = await add();
      const { projectId } = owner;
      const { accountId } = await open();
      expect(await test.invitations[1].acceptInvitation(sha256, accountId, NOW + 5)).toBe('joined');
      const member = {
        projectId,
        accountId,
        role: 'editor',
        createdAt: NOW + 5,
        email: 'Ben@example.com',
        invitationSha256: sha256,
      };
      expect(await test.memberships[0].getMembership(projectId, accountId)).toEqual(member);
      const all = await test.memberships[1].listMembers(projectId);
      expect(all).toEqual([
        { projectId, accountId: owner.accountId, role: 'owner', createdAt: NOW },
        member,
      ]);
      const [first] = test.invitations;
      expect(await first.findInvitation(sha256, NOW)).toBeUndefined();
      expect(await first.listInvitations(projectId, NOW)).toEqual([]);
      expect(await first.revokeInvitation(projectId, invitation.invitationId, NOW)).toBe(false);
    });

    it('the one who accepted it is found by it until its life has passed again, with their present role (members.invitations)', async () => {
      const { owner, sha256 } = await add();
      const { projectId } = owner;
      const { accountId } = await open();
      const [first, second] = test.invitations;
      const found = (at: number, by = accountId) => second.findAccepted(sha256, by, at);
      expect(await found(NOW)).toBeUndefined(); // it is still open
      await first.acceptInvitation(sha256, accountId, NOW + 5);
      const last = NOW + 5 + LIMITS.invitationLifeMs;
      expect(await found(last - 1)).toMatchObject({ projectId, accountId, role: 'editor' });
      expect(await found(last)).toBeUndefined();
      expect(await found(NOW, owner.accountId)).toBeUndefined();
      expect(await found(NOW, (await open()).accountId)).toBeUndefined();
      const by = { accountId: owner.accountId, role: 'owner' } as const;
      await change({ projectId, accountId, previous: 'editor', role: 'viewer', by });
      expect(await found(NOW)).toMatchObject({ role: 'viewer', invitationSha256: sha256 });
      await change({ projectId, accountId, previous: 'viewer', role: null, by });
      expect(await found(NOW)).toBeUndefined();
      expect(await first.acceptInvitation(sha256, accountId, NOW)).toBe('not_found');
      await join(first, owner, accountId, 'admin'); // by another invitation
      expect(await found(NOW)).toBeUndefined();
    });

    it('twenty users who accept one concurrently are one member (members.invitations)', async () => {
      const { owner, sha256 } = await add();
      const accounts = await Promise.all(Array.from({ length: 20 }, open));
      const outcomes = await Promise.all(
        accounts.map(({ accountId }, at) =>
          (test.invitations[at % 2] ?? test.invitations[0]).acceptInvitation(
            sha256,
            accountId,
            NOW,
          ),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'joined')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'not_found')).toHaveLength(19);
      expect(await test.memberships[0].listMembers(owner.projectId)).toHaveLength(2);
    });

    it('twenty attempts of one user are one membership (members.invitations)', async () => {
      const { owner, sha256 } = await add();
      const { accountId } = await open();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          (test.invitations[at % 2] ?? test.invitations[0]).acceptInvitation(
            sha256,
            accountId,
            NOW,
          ),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'joined')).toHaveLength(1);
      expect(await test.memberships[0].listMembers(owner.projectId)).toHaveLength(2);
    });

    it('an existing member keeps their role, and the invitation stays', async () => {
      const { owner, sha256 } = await add();
      const { accountId, projectId } = owner;
      const [first] = test.invitations;
      expect(await first.acceptInvitation(sha256, accountId, NOW)).toBe('already_member');
      expect(await roleOf(projectId, accountId)).toBe('owner');
      expect(await first.findInvitation(sha256, NOW)).toBeDefined();
    });

    it('a revoked one is invalid; of a concurrent revocation and acceptance one wins', async () => {
      const { sha256, invitation } = await add();
      const { projectId, invitationId } = invitation;
      const [first, second] = test.invitations;
      expect(await first.revokeInvitation((await open()).projectId, invitationId, NOW)).toBe(false);
      expect(await first.revokeInvitation(projectId, invitationId, NOW)).toBe(true);
      expect(await second.findInvitation(sha256, NOW)).toBeUndefined();
      for (let round = 0; round < 5; round += 1) {
        const again = await add();
        const { accountId } = await open();
        const [isRevoked, joined] = await Promise.all([
          first.revokeInvitation(again.owner.projectId, again.invitation.invitationId, NOW),
          second.acceptInvitation(again.sha256, accountId, NOW),
        ]);
        expect(joined === 'joined').toBe(!isRevoked);
        expect((await roleOf(again.owner.projectId, accountId)) === 'editor').toBe(!isRevoked);
      }
    });

    it('an invitation ends with its inviter’s right to give the role', async () => {
      const { projectId, accountId, others } = await makeTeam('admin');
      const [admin = ''] = others;
      const invite = async (role: Role) => {
        const { sha256 } = await add({ projectId, invitedBy: admin, role });
        return test.invitations[1].acceptInvitation(sha256, (await open()).accountId, NOW);
      };
      expect(await invite('admin')).toBe('joined');
      const by = { accountId, role: 'owner' } as const;
      await change({ projectId, accountId: admin, previous: 'admin', role: 'editor', by });
      expect(await invite('admin')).toBe('not_found');
      await change({ projectId, accountId: admin, previous: 'editor', role: null, by });
      expect(await invite('viewer')).toBe('not_found');
    });

    it('a member is changed only from the expected role, by a member with the expected role', async () => {
      const { projectId, accountId, others } = await makeTeam('editor', 'admin');
      const [editor = '', admin = ''] = others;
      const by = { accountId: admin, role: 'admin' } as const;
      const wanted = {
        projectId,
        accountId: editor,
        previous: 'editor',
        role: 'viewer',
        by,
      } as const;
      expect(await change({ ...wanted, previous: 'viewer' })).toBe('outdated');
      expect(await change({ ...wanted, by: { ...by, role: 'owner' } })).toBe('outdated');
      expect(await change({ ...wanted, by: { ...by, accountId: newId() } })).toBe('outdated');
      expect(await change({ ...wanted, accountId: newId() })).toBe('outdated');
      expect(await roleOf(projectId, editor)).toBe('editor');
      expect(await change(wanted)).toBe('changed');
      expect(await roleOf(projectId, editor)).toBe('viewer');
      const self = { accountId: editor, role: 'viewer' } as const;
      expect(await change({ ...wanted, previous: 'viewer', role: null, by: self })).toBe('changed');
      expect(await roleOf(projectId, editor)).toBeUndefined();
      expect(await test.memberships[0].listProjectsOf(accountId)).toHaveLength(1);
    });

    it('the owner on whose plan it is stays an owner (members.last-owner)', async () => {
      const { projectId, accountId, others } = await makeTeam('owner');
      const [second = ''] = others;
      const by = { accountId: second, role: 'owner' } as const;
      const self = { accountId, role: 'owner' } as const;
      const wanted = { projectId, accountId, previous: 'owner' } as const;
      for (const role of ['viewer', 'editor', 'admin', null] as const) {
        expect(await change({ ...wanted, role, by })).toBe('last_owner');
        expect(await change({ ...wanted, role, by: self })).toBe('last_owner');
      }
      expect(await change({ ...wanted, role: 'owner', by })).toBe('changed');
      expect(await roleOf(projectId, accountId)).toBe('owner');
    });

    it('of owners who leave concurrently one stays, and likewise of owners who remove each other (members.last-owner)', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { projectId, accountId, others } = await makeTeam('owner', 'owner');
        const all = [accountId, ...others];
        const isMutual = round % 2 === 1;
        await Promise.all(
          all.map((entry, at) => {
            const byId = (isMutual ? all[(at + 1) % all.length] : entry) ?? entry;
            const by = { accountId: byId, role: 'owner' } as const;
            return change({ projectId, accountId: entry, previous: 'owner', role: null, by }, at);
          }),
        );
        const members = await test.memberships[1].listMembers(projectId);
        expect(members.map((entry) => entry.role)).toContain('owner');
        expect(members.map((entry) => entry.accountId)).toContain(accountId);
      }
    });

    it('of two concurrent changes of a member, or a change and a removal, one succeeds', async () => {
      for (const role of ['viewer', null] as const) {
        const { projectId, accountId, others } = await makeTeam('editor');
        const [editor = ''] = others;
        const by = { accountId, role: 'owner' } as const;
        const wanted = { projectId, accountId: editor, previous: 'editor', by } as const;
        const outcomes = await Promise.all([
          change({ ...wanted, role: 'admin' }, 0),
          change({ ...wanted, role }, 1),
        ]);
        expect([...outcomes].sort()).toEqual(['changed', 'outdated']);
        const last = outcomes[0] === 'changed' ? 'admin' : (role ?? undefined);
        expect(await roleOf(projectId, editor)).toBe(last);
      }
    });
  });
}
