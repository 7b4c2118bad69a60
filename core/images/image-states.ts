import type { Credit } from '../codecs/credit/credit.ts';
import type { LostPart } from '../codecs/lost-part.ts';
import { LIMITS } from '../foundation/limits.ts';
import type { ConvertedFormat, UploadFormat } from '../transform/formats.ts';
import type { PointPosition } from '../transform/parameters.ts';
import type { ImageId, TemporaryImageId } from './ids.ts';
import type { Kept } from './kept/keeping.ts';
import type { Metadata } from './metadata.ts';
import { isPending, type Review } from './review.ts';

/** The states of temporary images, then those of images (images.stored-fields). */
export type TemporaryState = 'pending' | 'temporary' | 'refused' | 'expired';
export type ImageState = 'saved' | 'binned' | 'deleting' | 'deleted';

/** A page shows it until an image is loaded. Both are null for images older than placeholders. */
export interface Placeholder {
  /** `#c04a1f`, sRGB; null also for an image without an opaque part. */
  readonly mainColor: string | null;
  /** The ThumbHash in base64, 36 characters at most. */
  readonly thumbhash: string | null;
}

/** The facts of a stored image, in any of its records. */
export interface ImageFacts extends Placeholder {
  readonly format: UploadFormat;
  /** Pixels of one frame, upright. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Lower-case hex of the stored image's SHA-256. */
  readonly sha256: string;
  readonly frames: number;
  readonly hasAlpha: boolean;
  readonly originalFilename: string | null;
  /** The format that was sent, where the image is stored in another one; null elsewhere. */
  readonly convertedFrom: ConvertedFormat | null;
  /** The parts of the sent file that the stored image lacks; null where they aren't known. */
  readonly lost: readonly LostPart[] | null;
  /** Whether the stored image has colours beyond sRGB; null where that isn't known. */
  readonly hasWideGamut: boolean | null;
  /** Whether the stored image has a gain map, by which screens of high dynamic range show it. */
  readonly hasGainMap: boolean;
  /** The kept credit of the sent file; null for none, and where the project keeps none. */
  readonly credit: Credit | null;
}

/** The facts alone of a record that has more. */
export function factsOf(image: ImageFacts): ImageFacts {
  const { format, width, height, bytes, sha256, frames, hasAlpha, originalFilename } = image;
  const { mainColor, thumbhash, convertedFrom, lost, hasWideGamut, hasGainMap, credit } = image;
  return {
    format,
    width,
    height,
    bytes,
    sha256,
    frames,
    hasAlpha,
    originalFilename,
    mainColor,
    thumbhash,
    convertedFrom,
    lost,
    hasWideGamut,
    hasGainMap,
    credit,
  };
}

export interface TemporaryImage extends ImageFacts {
  readonly temporaryImageId: TemporaryImageId;
  readonly projectId: string;
  /** The account whose plan the project's images and transformations count to. */
  readonly accountId: string;
  readonly state: TemporaryState;
  /** Milliseconds of the Unix epoch, as every `...At` of a record. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /**
   * The id that saving gives; chosen at upload, so that every attempt of a save copies to the same
   * place.
   */
  readonly imageId: ImageId;
  /** True from the first save on, and once it replaced an image's bytes. */
  readonly isSaved: boolean;
  /** The image whose bytes it replaced, in place of a save. */
  readonly replacedImageId?: ImageId;
  /** Set while the operator blocks it from being served and saved. */
  readonly takenDown?: Takedown;
}

/** The viewers of an image: all who have its address, or all who have a grant. */
export const VISIBILITIES = ['public', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export interface Image extends ImageFacts {
  readonly imageId: ImageId;
  readonly projectId: string;
  readonly accountId: string;
  /** The temporary image of the shown bytes. */
  readonly temporaryImageId: TemporaryImageId;
  /** The name of the shown bytes, if they replaced those of the save (docs/decisions/0131). */
  readonly originalId?: ImageId;
  readonly state: ImageState;
  readonly createdAt: number;
  /** The time of the tombstone; of an image in the bin, the time of its deletion. */
  readonly deletedAt: number | null;
  /** Set while it is in the bin. */
  readonly kept?: Kept;
  readonly metadata: Metadata;
  /** The metadata of the save, which distinguish a retry from another save. */
  readonly savedMetadata: Metadata;
  /** The focal point of the save, for the same purpose. */
  readonly savedFocalPoint: PointPosition | null;
  /** The point of the upright image that `cover` keeps if a request names no position. */
  readonly focalPoint: PointPosition | null;
  /** Raised by each change of the metadata, the focal point, the visibility or the bytes. */
  readonly version: number;
  /**
   * Raised by each purge of the renditions, and each change of the focal point, the visibility or
   * the bytes.
   * Renditions of an earlier one are never served again.
   */
  readonly generation: number;
  /** Absent for a public image. */
  readonly visibility?: 'private';
  /** Set while the operator blocks it. */
  readonly takenDown?: Takedown;
  /** Set if the project was moderated when it was saved. */
  readonly review?: Review;
}

/** The visibility of an image. */
export function visibilityOf({ visibility }: Pick<Image, 'visibility'>): Visibility {
  return visibility ?? 'public';
}

export function isPrivate(image: Pick<Image, 'visibility'>): boolean {
  return visibilityOf(image) === 'private';
}

/** A visibility as a record has it. */
export function storedVisibility(visibility: Visibility): Pick<Image, 'visibility'> {
  return visibility === 'private' ? { visibility } : {};
}

/** The ID that names the stored original of an image. */
export function originalIdOf({ imageId, originalId }: Pick<Image, 'imageId' | 'originalId'>) {
  return originalId ?? imageId;
}

/** The image that a saved temporary image belongs to. */
export function imageIdOf({
  imageId,
  replacedImageId,
}: Pick<TemporaryImage, 'imageId' | 'replacedImageId'>) {
  return replacedImageId ?? imageId;
}

/** Whether visitors may get an image: it is saved, not blocked, and no decision is pending. */
export function isOpen(image: Image | undefined): image is Image {
  return image?.state === 'saved' && !image.takenDown && !isPending(image);
}

/** Whether the receipt of an image's deletion is no longer shown (deletion.steps). */
export function isForgotten({ deletedAt, state }: Image, now: number): boolean {
  if (deletedAt === null || state === 'binned') return false;
  return deletedAt + LIMITS.deletionReceiptMs <= now;
}

/** Whether a temporary image has expired by our clock, to the millisecond. */
export function hasEnded(image: TemporaryImage, now: number): boolean {
  return image.state !== 'temporary' || now >= image.expiresAt;
}

/** The limits of a project for temporary images that are neither saved nor ended. */
export interface TemporaryLimits {
  readonly maxCount: number;
  readonly maxBytes: number;
}

/** The reason and time of an image's takedown by the operator. */
export interface Takedown {
  /** Shown to users who may see the image in the API. */
  readonly reason: string;
  /** Milliseconds of the Unix epoch. */
  readonly takenDownAt: number;
}

/** The reasons against new bytes of an image, in the order in which they are looked for. */
export type ReplacementObstacle = 'changed' | 'used' | 'ended' | 'taken_down';

/**
 * The reason against giving an image the bytes of a temporary one, by the records of now; undefined
 * if there is none. `version` is the image's as it was read.
 */
export function findReplacementObstacle(
  version: number,
  image: Image | undefined,
  temporary: TemporaryImage | undefined,
  now: number,
): ReplacementObstacle | undefined {
  if (!isOpen(image) || image.version !== version) return 'changed';
  if (temporary?.isSaved) return 'used';
  if (!temporary || hasEnded(temporary, now)) return 'ended';
  return temporary.takenDown && 'taken_down';
}
