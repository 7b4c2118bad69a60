import type { DatabaseSync } from 'node:sqlite';
import type { OpenedAccount } from '../../../core/ports/members/account-store.ts';
import { text } from '../../rows/columns.ts';
import { prepareAccountRows } from '../accounts/account-rows.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteOneRow, sqliteRow } from '../database/read-row.ts';

/** Of a project that an account is to own. */
export type OwnerOutcome = 'made' | 'owned' | 'not_found';

export interface MakeOwnerOptions {
  readonly now: number;
  /** The owners beside which an account becomes none; undefined: it always does. */
  readonly unless: 'owned' | 'owned by another' | undefined;
  /** The project's new name, unless a user owns it already. */
  readonly name?: string;
}

/** A living project, as the first set-up shows it. */
export interface OwnedProject {
  readonly name: string;
  readonly hasOwner: boolean;
}

/** Owners who sign in; the account of the operator is none. */
const PEOPLE = `
  SELECT account_id FROM members JOIN accounts USING (account_id)
  WHERE project_id = ? AND role = 'owner' AND issuer IS NOT NULL`;

/** Tables whose rows show that a project was used. */
const TRACES = [
  'keys',
  'images',
  'temporary_images',
  'direct_uploads',
  'signing_secrets',
  'invitations',
  'webhooks',
  'routes',
  'project_deletions',
];

/** The project that a first sign-in made, as long as it wasn't changed or used. */
const UNTOUCHED = `
  SELECT project_id FROM projects AS own
  WHERE account_id = ? AND is_default = 1 AND name = 'default' AND settings = '{}'
    AND (SELECT count(*) FROM members WHERE members.project_id = own.project_id) = 1
    ${TRACES.map((table) => `AND NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.project_id = own.project_id)`).join('\n    ')}`;

const ownerOf = sqliteOneRow('members', { accountId: text });
const projectOf = sqliteOneRow('projects', { projectId: text });
const namedOf = sqliteRow('projects', { name: text });

/** Owners of the project of a data folder; no member is asked. */
export function createSqliteOwners(db: DatabaseSync) {
  const findLive = db.prepare(
    'SELECT name FROM projects WHERE project_id = ? AND deleted_at IS NULL',
  );
  const rename = db.prepare('UPDATE projects SET name = ? WHERE project_id = ?');
  const people = db.prepare(PEOPLE);
  const put = db.prepare(
    `INSERT INTO members (project_id, account_id, role, created_at) VALUES (?, ?, 'owner', ?)
     ON CONFLICT (project_id, account_id) DO UPDATE SET role = 'owner'`,
  );
  const accounts = prepareAccountRows(db);
  const untouched = db.prepare(UNTOUCHED);
  const leave = db.prepare('DELETE FROM members WHERE project_id = ?');
  const drop = db.prepare('DELETE FROM projects WHERE project_id = ?');

  const ownersOf = (projectId: string) =>
    people.all(projectId).map((row) => ownerOf(row).accountId);

  const dropUntouched = (accountId: string): void => {
    for (const row of untouched.all(accountId)) {
      const { projectId } = projectOf(row);
      leave.run(projectId);
      drop.run(projectId);
    }
  };

  return {
    /** Whether a user owns the project; an unknown one has no owner. */
    hasOwner: async (projectId: string): Promise<boolean> => ownersOf(projectId).length > 0,
    /** A living project; undefined for any other. */
    read(projectId: string): OwnedProject | undefined {
      const project = namedOf(findLive.get(projectId));
      return project && { name: project.name, hasOwner: ownersOf(projectId).length > 0 };
    },
    /**
     * Makes an account an owner of a living project, beside its other members; opens the account if
     * needed. Its own empty project goes, so that no second `default` stands beside this one.
     * `owned`: the project has an owner that `unless` excludes; of two at the same time, one gets
     * it.
     */
    makeOwner: async (
      projectId: string,
      account: OpenedAccount,
      { now, unless, name = '' }: MakeOwnerOptions,
    ): Promise<OwnerOutcome> =>
      inTransaction(db, () => {
        if (!findLive.get(projectId)) return 'not_found';
        const owners = ownersOf(projectId);
        const known = accounts.find(account.identity)?.accountId;
        const excluded =
          unless === 'owned by another' ? owners.filter((one) => one !== known) : owners;
        if (unless !== undefined && excluded.length > 0) return 'owned';
        if (known === undefined) accounts.add(account);
        const accountId = known ?? account.accountId;
        if (name !== '' && owners.length === 0) rename.run(name, projectId);
        put.run(projectId, accountId, now);
        dropUntouched(accountId);
        return 'made';
      }),
  };
}
