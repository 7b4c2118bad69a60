import { deleteImage } from '../../core/use-cases/images/delete-image.ts';
import { deleteImageVersion } from '../../core/use-cases/images/delete-image-version.ts';
import { deleteImages } from '../../core/use-cases/images/delete-images.ts';
import { reviewImage } from '../../core/use-cases/moderation/review-image.ts';
import { AWS_IDENTITY, type IdentityServices } from '../composition/identity-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** The handler of the calls that delete images: a rejected image is deleted too. */
export function createHandler(services: RecordServices & IdentityServices) {
  return routeCalls(services, 'delete-image', {
    deleteImage,
    deleteImageVersion,
    deleteImages,
    reviewImage,
  });
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(AWS_IDENTITY)));
