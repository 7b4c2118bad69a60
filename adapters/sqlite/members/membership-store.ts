import type { DatabaseSync } from 'node:sqlite';
import type {
  MemberChange,
  MemberChangeOutcome,
  Membership,
  MembershipStore,
} from '../../../core/ports/members/membership-store.ts';
import { MEMBERSHIP } from '../../rows/member-columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readMembership = sqliteRow('members', MEMBERSHIP);

function prepareOne(db: DatabaseSync) {
  const byAccount = db.prepare('SELECT * FROM members WHERE project_id = ? AND account_id = ?');
  return (projectId: string, accountId: string): Membership | undefined =>
    readMembership(byAccount.get(projectId, accountId));
}

function prepareChange(db: DatabaseSync): MembershipStore['changeMember'] {
  const getMember = prepareOne(db);
  const payer = db.prepare('SELECT 1 FROM projects WHERE project_id = ? AND account_id = ?');
  const set = db.prepare('UPDATE members SET role = ? WHERE project_id = ? AND account_id = ?');
  const remove = db.prepare('DELETE FROM members WHERE project_id = ? AND account_id = ?');
  const change = ({
    projectId,
    accountId,
    previous,
    role,
    by,
  }: MemberChange): MemberChangeOutcome => {
    if (getMember(projectId, accountId)?.role !== previous) return 'outdated';
    if (by.accountId !== accountId && getMember(projectId, by.accountId)?.role !== by.role) {
      return 'outdated';
    }
    if (role !== 'owner' && payer.get(projectId, accountId)) return 'last_owner';
    if (role === null) remove.run(projectId, accountId);
    else set.run(role, projectId, accountId);
    return 'changed';
  };
  return async (requested) => fromReserve(db, () => change(requested));
}

/** Memberships of projects, in SQLite. */
export function createSqliteMembershipStore(db: DatabaseSync): MembershipStore {
  const getMember = prepareOne(db);
  const ofAccount = db.prepare(
    'SELECT * FROM members WHERE account_id = ? ORDER BY created_at, project_id',
  );
  const ofProject = db.prepare(
    'SELECT * FROM members WHERE project_id = ? ORDER BY created_at, account_id',
  );
  return {
    getMembership: async (projectId, accountId) => getMember(projectId, accountId),
    listProjectsOf: async (accountId) => ofAccount.all(accountId).map(readMembership),
    listMembers: async (projectId) => ofProject.all(projectId).map(readMembership),
    changeMember: prepareChange(db),
  };
}
