import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { AccountStore } from '../../core/ports/members/account-store.ts';
import type { MembershipStore } from '../../core/ports/members/membership-store.ts';
import type { ProjectStore } from '../../core/ports/projects/project-store.ts';
import { PLANS } from '../../core/projects/plans.ts';

/** Two of each store over one set of records, as two processes have. */
export interface UserStoresUnderTest {
  readonly accounts: readonly [AccountStore, AccountStore];
  readonly memberships: readonly [MembershipStore, MembershipStore];
  readonly projects: ProjectStore;
  remove(): Promise<void>;
}

const ISSUER = 'https://issuer.example';
const newId = () => encodeIdBytes(randomBytes(26));

/** The request of a first sign-in. */
function makeOpening(identity = { issuer: ISSUER, subject: newId() }, createdAt = 5) {
  const account = { accountId: `acc_${newId()}`, identity, plan: PLANS.free, createdAt };
  const project = {
    projectId: `prj_${newId()}`,
    accountId: account.accountId,
    name: 'default',
    allowedOrigins: ['http://localhost:*'],
    plan: PLANS.free,
    createdAt,
    isDefault: true,
  };
  return { account, project };
}

/** The promises of every store of accounts and memberships. */
export function describeUserStores(name: string, create: () => Promise<UserStoresUnderTest>) {
  describe(`accounts: ${name}`, () => {
    let test: UserStoresUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    it('a first sign-in makes the account, its project and the ownership of it', async () => {
      const { account, project } = makeOpening();
      const { accountId } = account;
      expect(await test.accounts[0].openAccount(account, project)).toEqual(account);
      expect(await test.accounts[1].getAccount(accountId)).toEqual(account);
      expect(await test.accounts[1].findByIdentity(account.identity)).toEqual(account);
      expect(await test.projects.getProject(project.projectId)).toMatchObject(project);
      const owner = { projectId: project.projectId, accountId, role: 'owner', createdAt: 5 };
      const [first, second] = test.memberships;
      expect(await second.getMembership(project.projectId, accountId)).toEqual(owner);
      expect(await first.listProjectsOf(accountId)).toEqual([owner]);
      expect(await second.listMembers(project.projectId)).toEqual([owner]);
    });

    it('of many concurrent first sign-ins one makes them, and all get that account', async () => {
      const { account } = makeOpening();
      const openings = Array.from({ length: 10 }, () => makeOpening(account.identity));
      const opened = await Promise.all(
        openings.map((opening, at) =>
          test.accounts[at % 2 ? 1 : 0].openAccount(opening.account, opening.project),
        ),
      );
      const ids = new Set(opened.map(({ accountId }) => accountId));
      expect(ids.size).toBe(1);
      const [winner = ''] = ids;
      expect(await test.memberships[0].listProjectsOf(winner)).toHaveLength(1);
      const result = await Promise.all(
        openings.map(({ project }) => test.projects.getProject(project.projectId)),
      );
      expect(result.filter((candidate) => candidate)).toHaveLength(1);
      expect((await test.accounts[1].findByIdentity(account.identity))?.accountId).toBe(winner);
    });

    it('an account has as many projects as its plan permits, however many are made concurrently (quotas.projects)', async () => {
      const { account, project } = makeOpening();
      const { accountId } = account;
      await test.accounts[0].openAccount(account, project);
      const others = Array.from({ length: 20 }, () => ({
        projectId: `prj_${newId()}`,
        accountId,
        name: 'shop',
        allowedOrigins: [],
        plan: PLANS.free,
        createdAt: 6,
        settings: { allowedWidths: [320] },
      }));
      const outcomes = await Promise.all(
        others.map((other, at) => test.accounts[at % 2 ? 1 : 0].addProject(other, 3)),
      );
      const result = others.filter((_, at) => outcomes[at] === 'added');
      expect(outcomes.filter((outcome) => outcome === 'quota_exceeded')).toHaveLength(18);
      const owned = await test.memberships[0].listProjectsOf(accountId);
      expect(owned.map(({ projectId, role }) => [projectId, role])).toEqual(
        expect.arrayContaining(
          [project, ...result].map(({ projectId }) => [projectId, 'owner'] as const),
        ),
      );
      expect(owned).toHaveLength(3);
      for (const { projectId } of result) {
        const stored = await test.projects.getProject(projectId);
        expect(stored).toMatchObject({ name: 'shop', isDefault: false, deletion: null });
        expect(stored?.settings).toMatchObject({ allowedWidths: [320], overQuota: 'refuse' });
      }
      expect((await test.projects.getProject(project.projectId))?.isDefault).toBe(true);
    });

    it('a plan without a limit takes any number of projects (quotas.projects)', async () => {
      const { account, project } = makeOpening();
      await test.accounts[0].openAccount(account, project);
      for (let at = 0; at < 5; at += 1) {
        const further = { ...project, projectId: `prj_${newId()}`, isDefault: false };
        expect(await test.accounts[1].addProject(further, null)).toBe('added');
      }
      expect(await test.memberships[0].listProjectsOf(account.accountId)).toHaveLength(6);
    });

    it('an identity is issuer and subject, both to the letter and never run together', async () => {
      const { account, project } = makeOpening({ issuer: `${ISSUER}/a`, subject: `b${newId()}` });
      await test.accounts[0].openAccount(account, project);
      const { subject } = account.identity;
      for (const other of [
        { issuer: `${ISSUER}/a`, subject: subject.slice(1) },
        { issuer: `${ISSUER}/ab`, subject: subject.slice(1) },
        { issuer: `${ISSUER}/A`, subject },
        { issuer: `${ISSUER}/a`, subject: subject.toUpperCase() },
      ]) {
        expect(await test.accounts[1].findByIdentity(other)).toBeUndefined();
      }
    });

    it('a user without a membership sees no project', async () => {
      const { account, project } = makeOpening();
      const [first] = test.memberships;
      expect(await test.accounts[0].getAccount(account.accountId)).toBeUndefined();
      expect(await test.accounts[0].findByIdentity(account.identity)).toBeUndefined();
      expect(await first.getMembership(project.projectId, account.accountId)).toBeUndefined();
      expect(await first.listProjectsOf(account.accountId)).toEqual([]);
      expect(await first.listMembers(project.projectId)).toEqual([]);
    });
  });
}
