import type { AnyImageId } from './ids.ts';
import { isTemporaryImageId } from './ids.ts';

/**
 * Raised when a parameter's meaning or an encoder's default changes: renditions are then made
 * again, free of quota.
 */
export const RENDITION_VERSION = 5;

/**
 * S3's lifecycle rules select objects by these prefixes; every temporary key starts with the first,
 * no other does.
 */
export const TEMPORARY_PREFIX = 'tmp_';
export const RENDITIONS_PREFIX = 'renditions/';

/** The key of an original. */
export function originalObjectKey(id: AnyImageId): string {
  return `${id}/original`;
}

/** The prefix of all renditions of an image. */
export function renditionObjectPrefix(id: AnyImageId): string {
  return isTemporaryImageId(id) ? `${id}/renditions/` : `${RENDITIONS_PREFIX}${id}/`;
}

/**
 * The prefix of one generation's renditions, so that a renderer from before a purge never
 * overwrites newer ones.
 */
export function generationObjectPrefix(id: AnyImageId, generation: number): string {
  return `${renditionObjectPrefix(id)}g${generation}/`;
}

/** The key of one rendition. */
export function renditionObjectKey(
  id: AnyImageId,
  renditionKey: string,
  generation: number,
): string {
  return `${generationObjectPrefix(id, generation)}v${RENDITION_VERSION}/${renditionKey}`;
}

/**
 * Whether an object can be made again; such objects are separate from the originals, whose older
 * versions are kept.
 */
export function isRenditionObject(key: string): boolean {
  return key.startsWith(RENDITIONS_PREFIX) || /^tmp_[a-z2-7]+\/renditions\//.test(key);
}

const OBJECT_KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*\/?$/;

/**
 * Throws if a key isn't one of ours: no caller's text may lead out of a folder or to another
 * object.
 */
export function checkObjectKey(key: string): void {
  if (!OBJECT_KEY.test(key)) {
    throw new Error('an object key may contain only a-z, 0-9, _, -, . and /');
  }
}
