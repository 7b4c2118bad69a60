import { LIMITS } from '../foundation/limits.ts';
import { canonicalQueryText, textToSign } from '../images/canonical-address.ts';
import type { ImageId } from '../images/ids.ts';
import type { OutputFormat } from '../transform/formats.ts';
import type { Parameters } from '../transform/parameters.ts';
import { isSignedBy, sign } from './signing-secrets.ts';

/**
 * The one rendition of an image that shows it to its members, whole and still. It is sharp at twice
 * the size of a tile of the console, and small for a tall image too.
 */
export const THUMBNAIL_FORMAT = 'webp';
export const THUMBNAIL: Parameters = {
  width: 480,
  height: 640,
  quality: 70,
  frame: 0,
  fit: 'inside',
};

/** The text that a signature covers. It begins as no other signed text does. */
function thumbnailTextToSign(imageId: ImageId, expires: number): string {
  return `thumbnail:${textToSign(imageId, THUMBNAIL_FORMAT, { ...THUMBNAIL, expires })}`;
}

/**
 * The end of an address that is made now, in Unix seconds, one to two hours away. It is the same
 * for an hour, so that browsers keep the thumbnail.
 */
function thumbnailExpiry(now: number): number {
  const span = LIMITS.thumbnailUrlSeconds;
  return (Math.floor(now / 1000 / span) + 2) * span;
}

/** The path and query of an image's thumbnail, signed with its project's key. */
export function thumbnailPath(imageId: ImageId, secret: string, now: number): string {
  const expires = thumbnailExpiry(now);
  const text = textToSign(imageId, THUMBNAIL_FORMAT, { ...THUMBNAIL, expires });
  return `${text}&signature=${sign(thumbnailTextToSign(imageId, expires), secret)}`;
}

/** The end and the signature of an address that has the form of a thumbnail's. */
export interface ThumbnailClaim {
  /** Unix seconds. */
  readonly expires: number;
  readonly signature: string;
}

/** Reads the form alone; undefined for any other request. */
export function readThumbnailClaim(
  format: OutputFormat,
  { expires, signature, ...others }: Parameters,
): ThumbnailClaim | undefined {
  if (format !== THUMBNAIL_FORMAT || expires === undefined || signature === undefined) {
    return undefined;
  }
  const isThumbnail = canonicalQueryText(others, format) === canonicalQueryText(THUMBNAIL, format);
  return isThumbnail ? { expires, signature } : undefined;
}

/** Whether the service signed this address of the image, expired or not. */
export function isThumbnailSigned(
  imageId: ImageId,
  { expires, signature }: ThumbnailClaim,
  secret: string,
): boolean {
  return isSignedBy([{ secret }], thumbnailTextToSign(imageId, expires), signature);
}
