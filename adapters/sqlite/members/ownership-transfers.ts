import type { DatabaseSync } from 'node:sqlite';
import type {
  OwnershipTransfer,
  OwnershipTransferOutcome,
  OwnershipTransfers,
} from '../../../core/ports/members/ownership-transfers.ts';
import { number } from '../../rows/columns.ts';
import type { RecordRead } from '../../rows/read-row.ts';
import { inTransaction } from '../database/open-database.ts';
import { flag, sqliteRow } from '../database/read-row.ts';

const readFound = sqliteRow('projects', {
  isTheirs: flag,
  images: number,
  receiverImages: number,
  receiverProjects: number,
});
type Found = RecordRead<typeof readFound>;

/** The facts that decide an ownership transfer; undefined if a role has changed. */
function prepareFind(db: DatabaseSync): (transfer: OwnershipTransfer) => Found | undefined {
  const find = db.prepare(
    `SELECT projects.account_id = :from AS is_theirs,
       coalesce((SELECT images FROM project_images WHERE project_id = :project), 0) AS images,
       receiver.images AS receiver_images,
       (SELECT count(*) FROM projects WHERE account_id = :to) AS receiver_projects
     FROM projects JOIN accounts AS receiver
       ON receiver.account_id = :to AND receiver.deleted_at IS NULL
     WHERE projects.project_id = :project AND projects.deleted_at IS NULL
       AND EXISTS (SELECT 1 FROM members WHERE project_id = :project AND account_id = :to)
       AND EXISTS (SELECT 1 FROM members
         WHERE project_id = :project AND account_id = :by AND role = 'owner')`,
  );
  return ({ projectId: project, from, to, by }) => readFound(find.get({ project, from, to, by }));
}

function prepareMove(db: DatabaseSync): (transfer: OwnershipTransfer, images: number) => void {
  const setAccount = db.prepare(
    // a transferred project is not a default project
    'UPDATE projects SET account_id = ?, is_default = 0 WHERE project_id = ?',
  );
  const setRole = db.prepare('UPDATE members SET role = ? WHERE project_id = ? AND account_id = ?');
  const count = db.prepare('UPDATE accounts SET images = images + ? WHERE account_id = ?');
  return ({ projectId, from, to }, images) => {
    count.run(-images, from);
    count.run(images, to);
    setAccount.run(to, projectId); // the log of changes then has the receiver's count
    setRole.run('admin', projectId, from);
    setRole.run('owner', projectId, to);
  };
}

/** Ownership transfers in SQLite, in one transaction. */
export function createSqliteOwnershipTransfers(db: DatabaseSync): OwnershipTransfers {
  const find = prepareFind(db);
  const move = prepareMove(db);
  const transferNow = (transfer: OwnershipTransfer): OwnershipTransferOutcome => {
    const { maxImages, maxProjects } = transfer.plan;
    const found = find(transfer);
    if (!found?.isTheirs) return 'outdated';
    const { images } = found;
    const isFull = maxImages !== null && found.receiverImages + images > maxImages;
    if (images > 0 && isFull) return 'images_exceeded';
    if (maxProjects !== null && found.receiverProjects >= maxProjects) return 'projects_exceeded';
    move(transfer, images);
    return 'transferred';
  };
  return { transfer: async (transfer) => inTransaction(db, () => transferNow(transfer)) };
}
