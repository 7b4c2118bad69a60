/**
 * What was made is of a picture that was purged, deleted or taken over meanwhile: whoever asked has
 * to look at it again.
 */
export class OutdatedError extends Error {
  override name = 'OutdatedError';
}
