import { LIMITS } from '../../../core/foundation/limits.ts';
import { PURGE_STEPS, type PurgeStep } from '../../../core/images/erasure-steps.ts';
import type { AnyImageId } from '../../../core/images/ids.ts';
import { factsOf, type Image, type TemporaryImage } from '../../../core/images/image-states.ts';
import type { Metadata } from '../../../core/images/metadata.ts';
import { boolean, type ColumnsOf, number, optional, type Row } from '../../rows/columns.ts';
import { FACTS, IMAGE, kept, review, TEMPORARY_IMAGE, takeDown } from '../../rows/image-columns.ts';
import { shardNumber } from '../client/counter-shards.ts';
import { dynamoItem, dynamoValue } from '../client/read-item.ts';
import { endsAt } from '../client/usage.ts';

const RECORD = 'record';
const DAY_MS = 24 * 3_600_000;

/** The key of an image's record. */
export function recordKey(id: AnyImageId): { id: string; part: string } {
  return { id, part: RECORD };
}

/**
 * One partition key of an index takes 1,000 write units a second, so the service's items are split
 * into shards.
 */
const DUE_SHARDS = 16;

/** The value of `purge` and of `sweep`, the attributes by which an index finds due items. */
export function dueKey(id: AnyImageId): string {
  return `due#${shardNumber(id, DUE_SHARDS)}`;
}

/** Every such value; the first is the one from before sharding. */
export const DUE_KEYS: readonly string[] = [
  'due',
  ...Array.from({ length: DUE_SHARDS }, (_, shard) => `due#${shard}`),
];

/** The attribute with the time of a step of the purge. */
export function stepAttribute(step: PurgeStep): string {
  return `step_${step}`;
}

/** The time of each step of an erasure that an item has. */
export function stepsOfItem(item: Row): Partial<Record<PurgeStep, number>> {
  const done = PURGE_STEPS.filter((step) => item[stepAttribute(step)] !== undefined);
  const at = (step: PurgeStep) => dynamoValue('images', item, stepAttribute(step), number);
  return Object.fromEntries(done.map((step) => [step, at(step)]));
}

/** The expiry of a deletion's receipt, a day after it is no longer shown. */
export function receiptEnd(now: number): number {
  return endsAt(now + LIMITS.deletionReceiptMs + DAY_MS);
}

const takenDown = optional(takeDown);

/** The temporary image in an item. */
export const temporaryOfItem = dynamoItem('images', {
  ...FACTS,
  ...TEMPORARY_IMAGE,
  isSaved: boolean,
  takenDown,
} satisfies ColumnsOf<TemporaryImage>);

/** The image in an item. */
export const imageOfItem = dynamoItem('images', {
  ...FACTS,
  ...IMAGE,
  takenDown,
  kept: optional(kept),
  review: optional(review),
} satisfies ColumnsOf<Image>);

/**
 * Metadata as it is stored: the client of DynamoDB takes a map with the legal key `constructor` for
 * an instance of a class.
 */
export function metadataText(metadata: Metadata): string {
  return JSON.stringify(metadata);
}

/**
 * The expiry of a temporary image's record: a day after the last call that would distinguish it
 * from an unknown one.
 */
export function temporaryEnd(expiresAt: number): number {
  return endsAt(expiresAt + LIMITS.temporaryGraceMs + DAY_MS);
}

/** A temporary image as its item. */
export function temporaryItem(image: TemporaryImage): Record<string, unknown> {
  const { temporaryImageId, imageId, projectId, accountId, state, createdAt, expiresAt } = image;
  return {
    ...recordKey(temporaryImageId),
    ...factsOf(image),
    temporaryImageId,
    imageId,
    projectId,
    accountId,
    state,
    createdAt,
    expiresAt,
    isSaved: image.isSaved,
    ...(image.replacedImageId ? { replacedImageId: image.replacedImageId } : {}),
    endsAt: temporaryEnd(expiresAt),
    sweep: dueKey(temporaryImageId),
  };
}

/** An image as its item. */
export function imageItem(image: Image): Record<string, unknown> {
  const { imageId, projectId, accountId, temporaryImageId, state, createdAt } = image;
  const { focalPoint, savedFocalPoint } = image;
  return {
    ...recordKey(imageId),
    ...factsOf(image),
    imageId,
    projectId,
    accountId,
    temporaryImageId,
    state,
    createdAt,
    metadata: metadataText(image.metadata),
    savedMetadata: metadataText(image.savedMetadata),
    ...(image.originalId ? { originalId: image.originalId } : {}),
    ...(focalPoint === null ? {} : { focalPoint }),
    ...(savedFocalPoint === null ? {} : { savedFocalPoint }),
    version: image.version,
    generation: image.generation,
    ...(image.kept ? { kept: image.kept } : {}),
    ...(image.visibility ? { visibility: image.visibility } : {}),
    ...(image.review ? { review: image.review } : {}),
  };
}
