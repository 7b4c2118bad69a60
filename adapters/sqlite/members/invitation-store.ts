import type { DatabaseSync } from 'node:sqlite';
import { type Invitation, invitationEnd } from '../../../core/accounts/invitation.ts';
import { isEnough } from '../../../core/accounts/roles.ts';
import type {
  AcceptOutcome,
  InvitationStore,
} from '../../../core/ports/members/invitation-store.ts';
import { INVITATION, MEMBERSHIP, role } from '../../rows/member-columns.ts';
import { fromReserve, inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readInvitation = sqliteRow('invitations', INVITATION);
const readMembership = sqliteRow('members', MEMBERSHIP);
const readRole = sqliteRow('members', { role });

function prepareAdd(db: DatabaseSync): InvitationStore['addInvitation'] {
  const dropEnded = db.prepare('DELETE FROM invitations WHERE expires_at <= ?');
  const add = db.prepare('INSERT INTO invitations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  return async (sha256, { invitationId, projectId, email, role, ...rest }) =>
    inTransaction(db, () => {
      // they are never shown again, and their addresses are personal data
      dropEnded.run(rest.invitedAt);
      const { invitedBy, inviterName = null, invitedAt, expiresAt } = rest;
      const times = [invitedAt, expiresAt];
      add.run(sha256, invitationId, projectId, email, role, invitedBy, ...times, inviterName);
    });
}

function prepareFind(db: DatabaseSync) {
  const find = db.prepare('SELECT * FROM invitations WHERE sha256 = ? AND expires_at > ?');
  return (sha256: string, now: number): Invitation | undefined => {
    return readInvitation(find.get(sha256, now));
  };
}

function prepareAccept(db: DatabaseSync): InvitationStore['acceptInvitation'] {
  const find = prepareFind(db);
  const roleOf = db.prepare('SELECT role FROM members WHERE project_id = ? AND account_id = ?');
  const isLive = db.prepare('SELECT 1 FROM projects WHERE project_id = ? AND deleted_at IS NULL');
  const remove = db.prepare('DELETE FROM invitations WHERE sha256 = ?');
  const join = db.prepare(
    `INSERT INTO members (project_id, account_id, role, created_at, email, invitation_sha256)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const accept = (sha256: string, accountId: string, now: number): AcceptOutcome => {
    const invitation = find(sha256, now);
    if (!invitation) return 'not_found';
    const { projectId, email, invitedBy } = invitation;
    const inviter = readRole(roleOf.get(projectId, invitedBy));
    if (!inviter || !isEnough(inviter.role, invitation.role) || !isLive.get(projectId))
      return 'not_found';
    if (roleOf.get(projectId, accountId)) return 'already_member';
    remove.run(sha256);
    join.run(projectId, accountId, invitation.role, now, email, sha256);
    return 'joined';
  };
  return async (sha256, accountId, now) => inTransaction(db, () => accept(sha256, accountId, now));
}

function prepareFindAccepted(db: DatabaseSync): InvitationStore['findAccepted'] {
  const find = db.prepare('SELECT * FROM members WHERE invitation_sha256 = ? AND account_id = ?');
  return async (sha256, accountId, now) => {
    const member = readMembership(find.get(sha256, accountId));
    return member && invitationEnd(member.createdAt) > now ? member : undefined;
  };
}

/** Invitations in SQLite; each new one removes expired ones. */
export function createSqliteInvitationStore(db: DatabaseSync): InvitationStore {
  const find = prepareFind(db);
  const list = db.prepare(
    `SELECT * FROM invitations WHERE project_id = ? AND expires_at > ?
     ORDER BY invited_at, invitation_id`,
  );
  const revoke = db.prepare(
    'DELETE FROM invitations WHERE project_id = ? AND invitation_id = ? AND expires_at > ?',
  );
  return {
    addInvitation: prepareAdd(db),
    findInvitation: async (sha256, now) => find(sha256, now),
    readInvitation: async (sha256) => find(sha256, 0), // every time is later
    listInvitations: async (projectId, now) => list.all(projectId, now).map(readInvitation),
    revokeInvitation: async (projectId, invitationId, now) =>
      fromReserve(db, () => revoke.run(projectId, invitationId, now)).changes === 1,
    acceptInvitation: prepareAccept(db),
    findAccepted: prepareFindAccepted(db),
  };
}
