import { randomBytes } from 'node:crypto';
import { createSqliteAccountStore } from '../../adapters/sqlite/accounts/account-store.ts';
import { createSqliteAuditStore } from '../../adapters/sqlite/accounts/audit-store.ts';
import { createSqliteInvitedProjects } from '../../adapters/sqlite/members/invited-projects.ts';
import { createSqliteMembershipStore } from '../../adapters/sqlite/members/membership-store.ts';
import { createSqliteOwners, type OwnedProject } from '../../adapters/sqlite/members/owners.ts';
import type { DoorAccount } from '../../adapters/sqlite/sign-in/door-accounts.ts';
import type { Role } from '../../core/accounts/roles.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { Log } from '../../core/ports/log.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { actOnProject, auditAct } from '../../core/use-cases/access/audit-act.ts';
import type { LocalDatabase } from '../data-folder/open-records.ts';
import { LOCAL_ISSUER } from '../identity-provider/issuer-profile.ts';

/** As the audit trail names it. */
export const SET_UP_ACTION = 'set-up-service';

/** Highest first. */
const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  viewer: 'Viewer',
};

/** The questions of the sign-in's pages to the records, and their one change. */
export interface LocalPeople {
  /** The highest role of a user, as words; undefined: they are a member of no project. */
  readRole(subject: string): Promise<string | undefined>;
  readFirstProject(): Promise<OwnedProject>;
  /** The name of the project of an open invitation, by its ID. */
  readInvitedProject(invitationId: string): Promise<string | undefined>;
  /** Makes an account the owner of the local project; repeating it changes nothing. */
  claimFirstProject(account: DoorAccount): Promise<void>;
}

/** The users in the records of a data folder, and its first project. */
export function createLocalPeople(db: LocalDatabase, projectId: string, log: Log): LocalPeople {
  const accounts = createSqliteAccountStore(db);
  const memberships = createSqliteMembershipStore(db);
  const owners = createSqliteOwners(db);
  const invited = createSqliteInvitedProjects(db);
  const services = { audit: createSqliteAuditStore(db), clock: Date.now, randomBytes, log };
  const identityOf = (subject: string) => ({ issuer: LOCAL_ISSUER, subject });
  return {
    async readRole(subject) {
      const account = await accounts.findByIdentity(identityOf(subject));
      if (!account) return undefined;
      const roles = (await memberships.listProjectsOf(account.accountId)).map(({ role }) => role);
      const highest = (Object.keys(ROLE_WORDS) as Role[]).find((role) => roles.includes(role));
      return highest && ROLE_WORDS[highest];
    },
    async readFirstProject() {
      return owners.read(projectId) ?? { name: '', hasOwner: true };
    },
    async readInvitedProject(invitationId) {
      return invited.nameOf(invitationId, Date.now());
    },
    async claimFirstProject({ subject, pendingProject }) {
      const identity = identityOf(subject);
      const known = await accounts.findByIdentity(identity);
      const accountId = known?.accountId ?? `acc_${encodeIdBytes(randomBytes(26))}`;
      const account = { accountId, identity, plan: PLANS.free, createdAt: Date.now() };
      const source = { sourceAddress: null, requestId: null };
      const act = actOnProject(SET_UP_ACTION, accountId, projectId, source);
      await auditAct(services, act, async () => {
        const asked = { now: account.createdAt, unless: undefined, name: pendingProject ?? '' };
        const outcome = await owners.makeOwner(projectId, account, asked);
        if (outcome === 'not_found') throw new ServiceError('project_not_found');
        return { projectId, role: 'owner' };
      });
    },
  };
}
