import type { DatabaseSync } from 'node:sqlite';
import type { Account, Identity } from '../../../core/accounts/account.ts';
import { text } from '../../rows/columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

/** A first set-up: the owner, the project, and its new name. */
export interface ProjectClaim {
  readonly account: Account & { readonly identity: Identity };
  readonly projectId: string;
  /** Empty: the project keeps its name. */
  readonly name: string;
}

const accountOf = sqliteRow('accounts', { accountId: text });
const projectOf = sqliteRow('projects', { name: text });

/**
 * Makes an identity an owner of a living project, with an account but no other project. Only a
 * project without an owner is renamed. Repeating it changes nothing. For a public machine's first
 * set-up: being at its terminal is the right to it.
 */
export function createSqliteClaimProject(db: DatabaseSync) {
  const findAccount = db.prepare(
    'SELECT account_id FROM accounts WHERE issuer = ? AND subject = ?',
  );
  const addAccount = db.prepare(
    'INSERT INTO accounts (account_id, plan, issuer, subject, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const findProject = db.prepare(
    'SELECT name FROM projects WHERE project_id = ? AND deleted_at IS NULL',
  );
  const findOwner = db.prepare("SELECT 1 FROM members WHERE project_id = ? AND role = 'owner'");
  const rename = db.prepare('UPDATE projects SET name = ? WHERE project_id = ?');
  const putOwner = db.prepare(
    `INSERT INTO members (project_id, account_id, role, created_at) VALUES (?, ?, 'owner', ?)
     ON CONFLICT (project_id, account_id) DO UPDATE SET role = 'owner'`,
  );
  return {
    /** The project as it is; undefined for an unknown one. */
    read(projectId: string): { readonly name: string; readonly hasOwner: boolean } | undefined {
      const project = projectOf(findProject.get(projectId));
      return project && { name: project.name, hasOwner: findOwner.get(projectId) !== undefined };
    },
    /** The account's ID; undefined for an unknown project. */
    claim: async ({ account, projectId, name }: ProjectClaim): Promise<string | undefined> =>
      inTransaction(db, () => {
        if (!findProject.get(projectId)) return undefined;
        const { issuer, subject } = account.identity;
        const known = accountOf(findAccount.get(issuer, subject))?.accountId;
        const accountId = known ?? account.accountId;
        if (known === undefined) {
          addAccount.run(accountId, account.plan.name, issuer, subject, account.createdAt);
        }
        if (name !== '' && !findOwner.get(projectId)) rename.run(name, projectId);
        putOwner.run(projectId, accountId, account.createdAt);
        return accountId;
      }),
  };
}
