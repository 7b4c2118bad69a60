/** Image ids. Edge-safe: no syntax beyond the CloudFront runtime's. */
export type ImageId = `img_${string}`;
export type TemporaryImageId = `tmp_${string}`;
export type AnyImageId = ImageId | TemporaryImageId;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'; // RFC 4648 base32, lower case (references.ids)
const LENGTH = 26; // 26 * 5 = 130 random bits
const FORM = /^(tmp|img)_[a-z2-7]{26}$/;

/** Whether a text has the form of an id, of either kind. */
export const isAnyImageId = (text: string): text is AnyImageId => FORM.test(text);

export function isImageId(text: string): text is ImageId {
  return isAnyImageId(text) && text.charAt(0) === 'i';
}

export function isTemporaryImageId(text: string): text is TemporaryImageId {
  return isAnyImageId(text) && text.charAt(0) === 't';
}

/** The random part of an id, from at least 26 random bytes; five bits of each are used. */
export function encodeIdBytes(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < LENGTH; i += 1) text += ALPHABET.charAt((bytes[i] as number) & 31);
  return text;
}

/** A temporary image, and the image that saving it makes or would make. */
export interface ImageIds {
  readonly imageId: ImageId;
  readonly temporaryImageId: TemporaryImageId;
}

/**
 * A temporary image and its image, which are purged from the CDN together. With a known
 * `projectId`, many of one project can be purged by the project.
 */
export interface CachedImage extends ImageIds {
  readonly projectId?: string;
}
