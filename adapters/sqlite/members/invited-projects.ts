import type { DatabaseSync } from 'node:sqlite';
import { text } from '../../rows/columns.ts';
import { sqliteRow } from '../database/read-row.ts';

const named = sqliteRow('projects', { name: text });

/** The projects of open invitations, for the page of a sign-in that leads back to one. */
export function createSqliteInvitedProjects(db: DatabaseSync) {
  const find = db.prepare(
    `SELECT name FROM invitations JOIN projects USING (project_id)
     WHERE invitation_id = ? AND expires_at > ? AND deleted_at IS NULL`,
  );
  return {
    /** The name of the project that an invitation is to; undefined: none is open by this ID. */
    nameOf: (invitationId: string, now: number): string | undefined =>
      named(find.get(invitationId, now))?.name,
  };
}
