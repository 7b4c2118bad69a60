import type { DatabaseSync } from 'node:sqlite';
import type { Change, ImageStates, UsageGrowth } from '../../core/events/change.ts';
import { QUOTAS } from '../../core/events/event-types.ts';
import { REVIEW_STATES } from '../../core/images/review.ts';
import {
  type ColumnsOf,
  fields,
  json,
  number,
  oneOf,
  optional,
  orNull,
  type Row,
  text,
  wordOf,
} from '../rows/columns.ts';
import { FACTS, IMAGE, TEMPORARY_IMAGE } from '../rows/image-columns.ts';
import { fromReserve } from './database/open-database.ts';
import { sqliteRow, sqliteValue } from './database/read-row.ts';

/** SQLite's log of changes, the counterpart of DynamoDB's streams in the cloud. */
export interface ChangeLog {
  /** Turns the logging of changes on or off; logged ones stay until they are removed. */
  turn(isOn: boolean): void;
  /** The oldest first; transactions are serial, so none comes later with a lower number. */
  read(limit: number): LoggedChange[];
  /** Removes the published changes up to this one. */
  removeUpTo(number: number): void;
}

export interface LoggedChange {
  readonly number: number;
  readonly change: Change;
}

const readChange = sqliteRow('changes', {
  number,
  kind: wordOf<Change['kind']>({ temporary_image: true, image: true, usage: true }),
  changedAt: number,
});

// the trigger that wrote a row decides its JSON
const facts = fields(FACTS);
const { temporaryImageId, projectId, expiresAt } = TEMPORARY_IMAGE;
const temporary = json(fields({ temporaryImageId, projectId, expiresAt, facts }));
const { imageId, state, version } = IMAGE;
// null for an image without a review, and in rows that are older than reviews
const reviewState = orNull(oneOf(REVIEW_STATES));
// the same for an image whose bytes were never replaced
const originalId = orNull(imageId);
// the same for a public image
const { visibility } = IMAGE;
const image = json(
  fields({
    imageId,
    temporaryImageId,
    projectId,
    state,
    version,
    reviewState,
    originalId,
    visibility,
    facts,
  }),
);
const imageBefore = optional(
  json(fields({ state, version, reviewState, originalId } satisfies ColumnsOf<ImageStates>)),
);
const growth = json(
  fields({
    quota: oneOf(QUOTAS),
    month: orNull(text),
    accountId: text,
    projectId: text,
    after: number,
    grown: number,
  } satisfies ColumnsOf<Omit<UsageGrowth, 'before'> & { readonly grown: number }>),
);

function changeOfRow(row: Row): LoggedChange {
  const { number: place, kind, changedAt } = readChange(row);
  const named = { changeId: `log-${place}`, changedAt };
  if (kind === 'usage') {
    const { grown, ...rest } = sqliteValue('changes', row, 'is_now', growth);
    const change = { ...named, kind, growth: { ...rest, before: rest.after - grown } };
    return { number: place, change };
  }
  if (kind === 'temporary_image') {
    const { facts: reported, ...ids } = sqliteValue('changes', row, 'is_now', temporary);
    return { number: place, change: { ...named, kind, current: { ...reported, ...ids } } };
  }
  const { facts: reported, ...ids } = sqliteValue('changes', row, 'is_now', image);
  const previous = sqliteValue('changes', row, 'was', imageBefore);
  return { number: place, change: { ...named, kind, previous, current: { ...reported, ...ids } } };
}

/** The log of a database, which its triggers write. */
export function createSqliteChangeLog(db: DatabaseSync): ChangeLog {
  const turn = db.prepare('UPDATE change_log_switch SET is_on = ?1 WHERE is_on <> ?1');
  const read = db.prepare('SELECT * FROM changes ORDER BY number LIMIT ?');
  const remove = db.prepare('DELETE FROM changes WHERE number <= ?');
  return {
    turn: (isOn) => void fromReserve(db, () => turn.run(isOn ? 1 : 0)),
    read: (limit) => read.all(limit).map(changeOfRow),
    removeUpTo: (number) => void fromReserve(db, () => remove.run(number)),
  };
}
