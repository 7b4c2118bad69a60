import type { DescribedImage } from '../../api/calls/image-schema.ts';
import { type Image, visibilityOf } from '../../images/image-states.ts';
import { savedImagePath } from '../../images/private/private-path.ts';
import type { Services } from '../../ports/services.ts';
import { describeReview } from './describe-review.ts';
import type { ThumbnailUrlOf } from './sign-thumbnails.ts';

/** An image as the API shows it (calls.get-image). */
export function describeImage(
  services: Pick<Services, 'clock' | 'cdnUrl'>,
  image: Image,
  thumbnailUrlOf: ThumbnailUrlOf,
): DescribedImage {
  const { imageId, metadata, format, width, height, bytes, frames, hasAlpha } = image;
  return {
    imageId,
    imageUrl: services.cdnUrl + savedImagePath(image),
    visibility: visibilityOf(image),
    thumbnailUrl: thumbnailUrlOf(image),
    metadata,
    focalPoint: image.focalPoint,
    format,
    width,
    height,
    bytes,
    frames,
    hasAlpha,
    sha256: image.sha256,
    originalFilename: image.originalFilename,
    mainColor: image.mainColor,
    thumbhash: image.thumbhash,
    convertedFrom: image.convertedFrom,
    lost: image.lost && [...image.lost],
    hasWideGamut: image.hasWideGamut,
    hasGainMap: image.hasGainMap,
    credit: image.credit,
    createdAt: new Date(image.createdAt).toISOString(),
    takenDown: image.takenDown
      ? { ...image.takenDown, takenDownAt: new Date(image.takenDown.takenDownAt).toISOString() }
      : null,
    review: describeReview(services, image),
  };
}
