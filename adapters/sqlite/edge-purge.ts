import type { DatabaseSync } from 'node:sqlite';
import type { AnyImageId, CachedImage } from '../../core/images/ids.ts';
import type { EdgePurge } from '../../core/ports/images/edge-purge.ts';
import { number, text, withDefault } from '../rows/columns.ts';
import { fromReserve } from './database/open-database.ts';
import { sqliteRow, sqliteValue } from './database/read-row.ts';

const readPurge = sqliteRow('edge_purges', { tag: text, number });

/** The tables of the local edge's cached responses, and of those in progress for it. */
export function idsOf(images: readonly CachedImage[]): AnyImageId[] {
  return images.flatMap(({ imageId, temporaryImageId }) => [imageId, temporaryImageId]);
}

/**
 * Purges the edge of a running local service, from any process; the edge checks before it answers.
 */
export function createSqliteEdgePurge(db: DatabaseSync): EdgePurge {
  const add = db.prepare(`INSERT INTO edge_purges (tag, number)
    VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM edge_purges))
    ON CONFLICT (tag) DO UPDATE SET number = excluded.number`);
  return {
    purge: async (images) => fromReserve(db, () => idsOf(images).forEach((id) => void add.run(id))),
    purgeProject: async (projectId) => void fromReserve(db, () => add.run(projectId)),
  };
}

/**
 * Answers, at each call, the ids of images and projects that were purged since the last; none at
 * the first.
 */
export function watchEdgePurges(db: DatabaseSync): () => string[] {
  const newest = db.prepare('SELECT max(number) AS number FROM edge_purges');
  const newer = db.prepare('SELECT tag, number FROM edge_purges WHERE number > ?');
  let seen = sqliteValue('edge_purges', newest.get(), 'number', withDefault(number, 0));
  return () => {
    const rows = newer.all(seen).map(readPurge);
    for (const { number } of rows) seen = Math.max(seen, number);
    return rows.map((row) => row.tag);
  };
}
