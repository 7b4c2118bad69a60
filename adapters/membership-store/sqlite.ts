import type { DatabaseSync } from 'node:sqlite';
import type { Membership, MembershipStore } from '../../core/accounts/membership-store.ts';
import type { Role } from '../../core/accounts/roles.ts';

interface MemberRow {
  readonly project_id: string;
  readonly account_id: string;
  readonly role: Role;
  readonly created_at: number;
}

function membershipOf({ project_id, account_id, role, created_at }: MemberRow): Membership {
  return { projectId: project_id, accountId: account_id, role, createdAt: created_at };
}

/** Who belongs to which project, in SQLite. */
export function createSqliteMembershipStore(db: DatabaseSync): MembershipStore {
  const one = db.prepare('SELECT * FROM members WHERE project_id = ? AND account_id = ?');
  const ofAccount = db.prepare(
    'SELECT * FROM members WHERE account_id = ? ORDER BY created_at, project_id',
  );
  const ofProject = db.prepare(
    'SELECT * FROM members WHERE project_id = ? ORDER BY created_at, account_id',
  );
  return {
    getMembership: async (projectId, accountId) => {
      const row = one.get(projectId, accountId) as MemberRow | undefined;
      return row && membershipOf(row);
    },
    listProjectsOf: async (accountId) =>
      (ofAccount.all(accountId) as unknown as MemberRow[]).map(membershipOf),
    listMembers: async (projectId) =>
      (ofProject.all(projectId) as unknown as MemberRow[]).map(membershipOf),
  };
}
