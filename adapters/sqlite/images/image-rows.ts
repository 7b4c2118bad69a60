import {
  factsOf,
  type Image,
  type ImageFacts,
  type TemporaryImage,
} from '../../../core/images/image-states.ts';
import { type ColumnsOf, fields, json, optional, type Row } from '../../rows/columns.ts';
import { FACTS, IMAGE, TEMPORARY_IMAGE, takeDown } from '../../rows/image-columns.ts';
import { flag, sqliteRow } from '../database/read-row.ts';

const facts = json(fields(FACTS));
const takenDown = optional(json(takeDown));

const readImage = sqliteRow('images', { ...IMAGE, facts, takenDown } satisfies ColumnsOf<
  Omit<Image, keyof ImageFacts> & { readonly facts: ImageFacts }
>);

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
