import type { DatabaseSync } from 'node:sqlite';
import type { Change, UsageGrowth } from '../../core/events/change.ts';
import type { PictureFacts } from '../../core/images/image-states.ts';
import { fromReserve } from './database/open-database.ts';

/** The log that SQLite keeps of changes: what DynamoDB's streams are in the cloud. */
export interface ChangeLog {
  /** Changes are logged from here on, or no longer; those that are logged stay until they are removed. */
  turn(isOn: boolean): void;
  /** The oldest first; transactions are one after the other, so none comes later with a lower number. */
  read(limit: number): LoggedChange[];
  /** Those up to this one are told. */
  removeUpTo(number: number): void;
}

export interface LoggedChange {
  readonly number: number;
  readonly change: Change;
}

interface ChangeRow {
  readonly number: number;
  readonly kind: Change['kind'];
  readonly changed_at: number;
  readonly was: string | null;
  readonly is_now: string;
}

type Growth = Omit<UsageGrowth, 'before'> & { readonly grown: number };

function contentOf({ kind, was, is_now }: ChangeRow) {
  const parsed = JSON.parse(is_now) as { readonly facts: PictureFacts };
  if (kind === 'usage') {
    const { grown, ...rest } = parsed as unknown as Growth;
    return { kind, growth: { ...rest, before: rest.after - grown } };
  }
  const { facts, ...ids } = parsed;
  return { kind, was: was === null ? undefined : JSON.parse(was), is: { ...facts, ...ids } };
}

function changeOfRow(row: ChangeRow): LoggedChange {
  const { number, changed_at: changedAt } = row;
  // what is in a row's JSON stands in the trigger that wrote it
  const change = { changeId: `log-${number}`, changedAt, ...contentOf(row) } as unknown as Change;
  return { number, change };
}

/** The log of a database, which its triggers write. */
export function createSqliteChangeLog(db: DatabaseSync): ChangeLog {
  const turn = db.prepare('UPDATE change_log_switch SET is_on = ?1 WHERE is_on <> ?1');
  const read = db.prepare('SELECT * FROM changes ORDER BY number LIMIT ?');
  const remove = db.prepare('DELETE FROM changes WHERE number <= ?');
  return {
    turn: (isOn) => void fromReserve(db, () => turn.run(isOn ? 1 : 0)),
    read: (limit) => (read.all(limit) as unknown as ChangeRow[]).map(changeOfRow),
    removeUpTo: (number) => void fromReserve(db, () => remove.run(number)),
  };
}
