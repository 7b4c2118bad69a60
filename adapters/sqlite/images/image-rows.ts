import type { DatabaseSync } from 'node:sqlite';
import {
  factsOf,
  type Image,
  type ImageFacts,
  type TemporaryImage,
} from '../../../core/images/image-states.ts';
import { type ColumnsOf, fields, json, optional, type Row } from '../../rows/columns.ts';
import { FACTS, IMAGE, kept, review, TEMPORARY_IMAGE, takeDown } from '../../rows/image-columns.ts';
import { flag, sqliteRow } from '../database/read-row.ts';

const facts = json(fields(FACTS));
const takenDown = optional(json(takeDown));

const readImage = sqliteRow('images', {
  ...IMAGE,
  facts,
  takenDown,
  kept: optional(json(kept)),
  review: optional(json(review)),
} satisfies ColumnsOf<Omit<Image, keyof ImageFacts> & { readonly facts: ImageFacts }>);

const readTemporary = sqliteRow('temporary_images', {
  ...TEMPORARY_IMAGE,
  isSaved: flag,
  facts,
  takenDown,
} satisfies ColumnsOf<Omit<TemporaryImage, keyof ImageFacts> & { readonly facts: ImageFacts }>);

/** The stored facts of an image, as one JSON text: no query uses one of them. */
export function factsText(image: ImageFacts): string {
  return JSON.stringify(factsOf(image));
}

/** The image in a row. */
export function temporaryOfRow(row: Row): TemporaryImage {
  const { facts, ...image } = readTemporary(row);
  return { ...facts, ...image };
}

/** The temporary image in a row. */
export function imageOfRow(row: Row): Image {
  const { facts, ...image } = readImage(row);
  return { ...facts, ...image };
}

/** Inserts the record of a saved image; fails if there is one of its id. */
export function prepareImageInsert(db: DatabaseSync): (image: Image) => void {
  const insert = db.prepare(
    `INSERT INTO images (image_id, project_id, account_id, temporary_image_id, state, created_at,
       metadata, saved_metadata, version, facts, generation, focal_point,
       saved_focal_point, review, visibility) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (image) => {
    insert.run(
      image.imageId,
      image.projectId,
      image.accountId,
      image.temporaryImageId,
      image.state,
      image.createdAt,
      JSON.stringify(image.metadata),
      JSON.stringify(image.savedMetadata),
      image.version,
      factsText(image),
      image.generation,
      image.focalPoint,
      image.savedFocalPoint,
      image.review ? JSON.stringify(image.review) : null,
      image.visibility ?? null,
    );
  };
}
