import type { DatabaseSync } from 'node:sqlite';
import type { ImageId, TemporaryImageId } from '../../../core/images/ids.ts';
import {
  factsOf,
  findReplacementObstacle,
  type Image,
  originalIdOf,
  type TemporaryImage,
} from '../../../core/images/image-states.ts';
import type {
  ImageVersion,
  ImageVersions,
  Replacement,
} from '../../../core/ports/images/image-versions.ts';
import { type ColumnsOf, fields, json } from '../../rows/columns.ts';
import { FACTS } from '../../rows/image-columns.ts';
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

/** The writes of a replacement, within the caller's transaction. */
function prepareWrites(db: DatabaseSync, listRows: ListRows) {
  const show = db.prepare(
    `UPDATE images SET original_id = ?, temporary_image_id = ?, facts = ?, metadata = ?,
       focal_point = ?, review = coalesce(?, review), version = version + 1,
       generation = generation + 1 WHERE image_id = ?`,
  );
  const keep = db.prepare('INSERT INTO image_versions VALUES (?, ?, ?, ?, ?, ?)');
  const end = db.prepare(
    `UPDATE temporary_images SET state = 'expired', expires_at = min(expires_at, ?), is_swept = 1
     WHERE temporary_image_id = ?`,
  );
  const use = db.prepare(
    `UPDATE temporary_images SET is_saved = 1, replaced_image_id = ?
     WHERE temporary_image_id = ?`,
  );
  const noteOutdated = prepareNoteOutdated(db);
  return ({ image, temporary, metadata, focalPoint, review, now }: Replacement) => {
    const { imageId, temporaryImageId: former } = image;
    const steps = JSON.stringify({ marked: now } satisfies ImageVersion['steps']);
    keep.run(imageId, originalIdOf(image), former, factsText(image), now, steps);
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
    end.run(now, former);
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
      fromReserve(db, () => void addSteps.run(times, imageId, originalId));
    },
  };
}
