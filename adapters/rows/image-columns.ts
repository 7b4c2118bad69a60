import type { Credit } from '../../core/codecs/credit/credit.ts';
import { LOST_PART_NAMES } from '../../core/codecs/lost-part.ts';
import { parseFocalPoint } from '../../core/images/focal-point.ts';
import type {
  Image,
  ImageFacts,
  Takedown,
  TemporaryImage,
} from '../../core/images/image-states.ts';
import type { Kept } from '../../core/images/kept/keeping.ts';
import { REVIEW_STATES, type Review, type ReviewLabel } from '../../core/images/review.ts';
import { CONVERTED_FORMATS, UPLOAD_FORMATS } from '../../core/transform/formats.ts';
import type { PointPosition } from '../../core/transform/parameters.ts';
import {
  boolean,
  type Column,
  type ColumnsOf,
  fields,
  json,
  list,
  mapOf,
  number,
  oneOf,
  optional,
  orNull,
  prefixed,
  refuse,
  text,
  withDefault,
  wordOf,
} from './columns.ts';

export const imageId = prefixed('img_');
export const temporaryImageId = prefixed('tmp_');

const credit = fields({
  creator: orNull(text),
  copyright: orNull(text),
  licenseUrl: orNull(text),
} satisfies ColumnsOf<Credit>);

/** The facts of a stored image, in any of its records. */
export const FACTS = {
  format: oneOf(UPLOAD_FORMATS),
  width: number,
  height: number,
  bytes: number,
  sha256: text,
  frames: number,
  hasAlpha: boolean,
  originalFilename: orNull(text),
  mainColor: orNull(text),
  thumbhash: orNull(text),
  // images may be older than conversions
  convertedFrom: orNull(oneOf(CONVERTED_FORMATS)),
  // images may be older than these facts
  lost: orNull(list(oneOf(LOST_PART_NAMES))),
  hasWideGamut: orNull(boolean),
  // older images have lost it
  hasGainMap: withDefault(boolean, false),
  // older images have none
  credit: orNull(credit),
} satisfies ColumnsOf<ImageFacts>;

export const takeDown = fields({
  reason: text,
  takenDownAt: number,
} satisfies ColumnsOf<Takedown>);

export const kept = fields({
  since: number,
  until: number,
  secret: text,
} satisfies ColumnsOf<Kept>);

export const review = fields({
  state: oneOf(REVIEW_STATES),
  reason: orNull(text),
  reviewedAt: orNull(number),
  reviewedBy: orNull(text),
  labels: list(fields({ name: text, confidence: number } satisfies ColumnsOf<ReviewLabel>)),
  secret: text,
} satisfies ColumnsOf<Review>);

const metadata = json(mapOf(text));
const point: Column<PointPosition> = (value) =>
  parseFocalPoint(text(value)) ?? refuse('a point', value);

/** The columns of an image that both databases share. */
export const IMAGE = {
  imageId,
  projectId: text,
  accountId: text,
  temporaryImageId,
  originalId: optional(imageId),
  state: wordOf<Image['state']>({ saved: true, binned: true, deleting: true, deleted: true }),
  createdAt: number,
  deletedAt: orNull(number),
  metadata,
  savedMetadata: metadata,
  savedFocalPoint: orNull(point),
  focalPoint: orNull(point),
  version: number,
  // images may be older than generations: those have made none
  generation: withDefault(number, 0),
  visibility: optional(oneOf(['private'])),
} satisfies ColumnsOf<Omit<Image, keyof ImageFacts | 'takenDown' | 'review' | 'kept'>>;

/** The columns of a temporary image that both databases share. */
export const TEMPORARY_IMAGE = {
  temporaryImageId,
  imageId,
  projectId: text,
  accountId: text,
  state: wordOf<TemporaryImage['state']>({
    pending: true,
    temporary: true,
    refused: true,
    expired: true,
  }),
  createdAt: number,
  expiresAt: number,
  replacedImageId: optional(imageId),
} satisfies ColumnsOf<Omit<TemporaryImage, keyof ImageFacts | 'isSaved' | 'takenDown'>>;
