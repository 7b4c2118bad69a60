/**
 * The rendition is of an image that was purged, deleted or transferred meanwhile: the caller must
 * read the image again.
 */
export class OutdatedError extends Error {
  override name = 'OutdatedError';
}
