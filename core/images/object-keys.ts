import type { AnyImageId } from './ids.ts';
import { isTemporaryImageId } from './ids.ts';

/**
 * Raised when a parameter's meaning or an encoder's default changes: renditions are then made anew,
 * free of quota.
 */
export const RENDITION_VERSION = 1;

/**
 * S3's lifecycle rules tell the kinds of object by these prefixes; every temporary key starts with
 * the first, no other does.
 */
export const TEMPORARY_PREFIX = 'tmp_';
export const RENDITIONS_PREFIX = 'renditions/';

/** Where a picture is stored as it came in. */
export function originalObjectKey(id: AnyImageId): string {
  return `${id}/original`;
}

/** Below this prefix stands every rendition of a picture. */
export function renditionObjectPrefix(id: AnyImageId): string {
  return isTemporaryImageId(id) ? `${id}/renditions/` : `${RENDITIONS_PREFIX}${id}/`;
}

/**
 * Below this prefix stand those of one generation, so that one who began before a purge never
 * writes over what is made after it.
 */
export function generationObjectPrefix(id: AnyImageId, generation: number): string {
  return `${renditionObjectPrefix(id)}g${generation}/`;
}

/** Where one rendition is stored. */
export function renditionObjectKey(
  id: AnyImageId,
  renditionKey: string,
  generation: number,
): string {
  return `${generationObjectPrefix(id, generation)}v${RENDITION_VERSION}/${renditionKey}`;
}

/**
 * Whether an object can be made anew; such are kept apart from the originals, of which older
 * versions are kept.
 */
export function isRenditionObject(key: string): boolean {
  return key.startsWith(RENDITIONS_PREFIX) || /^tmp_[a-z2-7]+\/renditions\//.test(key);
}

const OBJECT_KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*\/?$/;

/**
 * Throws where a key isn't one of ours: whatever a caller made of it, it must not lead out of a
 * folder or to another object.
 */
export function checkObjectKey(key: string): void {
  if (!OBJECT_KEY.test(key)) {
    throw new Error('an object key may contain only a-z, 0-9, _, -, . and /');
  }
}
