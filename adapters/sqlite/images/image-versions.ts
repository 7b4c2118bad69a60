import type { DatabaseSync } from 'node:sqlite';
import type { ImageId, TemporaryImageId } from '../../../core/images/ids.ts';
import {
  factsOf,
  findReplacementObstacle,
  type Image,
  originalIdOf,
  type TemporaryImage,
} from '../../../core/images/image-states.ts';
import { type Kept, nextVisit } from '../../../core/images/kept/keeping.ts';
import type {
  ImageVersion,
  ImageVersions,
  Replacement,
} from '../../../core/ports/images/image-versions.ts';
import { type ColumnsOf, fields, json, optional } from '../../rows/columns.ts';
import { FACTS, kept } from '../../rows/image-columns.ts';
import { purgeTimes, VERSION } from '../../rows/version-columns.ts';
import { fromReserve, inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';
import type { ListRows } from './image-lists.ts';
import { factsText } from './image-rows.ts';
import { prepareNoteOutdated } from './purge-records.ts';

interface Reads {
  image(id: ImageId): Image | undefined;
  temporary(id: TemporaryImageId): TemporaryImage | undefined;
}

const readVersion = sqliteRow('image_versions', {
  ...VERSION,
  facts: json(fields(FACTS)),
  kept: optional(json(kept)),
  steps: json(purgeTimes),
} satisfies ColumnsOf<ImageVersion>);

/** The reason against a replacement, by the records of now; undefined if there is none. */
function findObstacle(
  reads: Reads,
  { image: { imageId, version }, temporary: { temporaryImageId }, now }: Replacement,
) {
  const [image, temporary] = [reads.image(imageId), reads.temporary(temporaryImageId)];
  return findReplacementObstacle(version, image, temporary, now);
}

/** The record of the bytes that an image shows until now, and their temporary image's end. */
export function prepareKeepFormer(
  db: DatabaseSync,
): (image: Image, kept: Kept | undefined, now: number) => void {
  const keep = db.prepare('INSERT INTO image_versions VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const end = db.prepare(
    `UPDATE temporary_images SET state = 'expired', expires_at = min(expires_at, ?), is_swept = 1
     WHERE temporary_image_id = ?`,
  );
  return (image, kept, now) => {
    const { imageId, temporaryImageId } = image;
    const steps = JSON.stringify({ marked: now } satisfies ImageVersion['steps']);
    keep.run(
      imageId,
      originalIdOf(image),
      temporaryImageId,
      factsText(image),
      now,
      steps,
      kept ? JSON.stringify(kept) : null,
      kept ? nextVisit(kept, now) : null,
    );
    end.run(now, temporaryImageId);
  };
}

/** One former original of an image; undefined without a record. */
export function prepareReadVersion(
  db: DatabaseSync,
): (id: ImageId, originalId: ImageId) => ImageVersion | undefined {
  const find = db.prepare('SELECT * FROM image_versions WHERE image_id = ? AND original_id = ?');
  return (id, originalId) => {
    const row = find.get(id, originalId);
    return row && readVersion(row);
  };
}

/** The writes of a replacement, within the caller's transaction. */
function prepareWrites(db: DatabaseSync, listRows: ListRows) {
  const show = db.prepare(
    `UPDATE images SET original_id = ?, temporary_image_id = ?, facts = ?, metadata = ?,
       focal_point = ?, review = coalesce(?, review), version = version + 1,
       generation = generation + 1 WHERE image_id = ?`,
  );
  const keepFormer = prepareKeepFormer(db);
  const use = db.prepare(
    `UPDATE temporary_images SET is_saved = 1, replaced_image_id = ?
     WHERE temporary_image_id = ?`,
  );
  const noteOutdated = prepareNoteOutdated(db);
  return ({ image, temporary, metadata, focalPoint, review, kept, now }: Replacement) => {
    const { imageId } = image;
    keepFormer(image, kept, now);
    show.run(
      temporary.imageId,
      temporary.temporaryImageId,
      factsText(temporary),
      JSON.stringify(metadata),
      focalPoint,
      review ? JSON.stringify(review) : null,
      imageId,
    );
    listRows.change(image, { ...image, ...factsOf(temporary), metadata });
    use.run(imageId, temporary.temporaryImageId);
    noteOutdated(imageId, now);
  };
}

/** New bytes of images, and their former ones. */
export function prepareSqliteVersions(
  db: DatabaseSync,
  reads: Reads,
  listRows: ListRows,
): ImageVersions {
  const write = prepareWrites(db, listRows);
  const list = db.prepare(
    'SELECT * FROM image_versions WHERE image_id = ? ORDER BY replaced_at, original_id',
  );
  // the time of the first call stays
  const addSteps = db.prepare(
    `UPDATE image_versions SET steps = json_patch(?, steps)
     WHERE image_id = ? AND original_id = ?`,
  );
  const endVisits = db.prepare(
    `UPDATE image_versions SET kept = NULL, visit_at = NULL
     WHERE image_id = ? AND original_id = ?`,
  );
  return {
    replaceOriginal: async (replacement) =>
      inTransaction(db, () => {
        const obstacle = findObstacle(reads, replacement);
        if (obstacle) return obstacle;
        write(replacement);
        return 'replaced';
      }),
    listVersions: async (id) => list.all(id).map(readVersion),
    recordVersionSteps: async ({ imageId, originalId }, steps, at) => {
      const times = JSON.stringify(Object.fromEntries(steps.map((step) => [step, at])));
      fromReserve(db, () => {
        addSteps.run(times, imageId, originalId);
        if (steps.includes('swept')) endVisits.run(imageId, originalId);
      });
    },
  };
}
