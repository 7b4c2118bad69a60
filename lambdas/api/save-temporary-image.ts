import type { Services } from '../../core/ports/services.ts';
import { replaceImage } from '../../core/use-cases/images/replace-image.ts';
import { restoreImage } from '../../core/use-cases/images/restore-image.ts';
import { restoreImageVersion } from '../../core/use-cases/images/restore-image-version.ts';
import { saveTemporaryImage } from '../../core/use-cases/images/save-temporary-image.ts';
import { AWS_IDENTITY, type IdentityServices } from '../composition/identity-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** The handler of the calls that save an image, or give it other bytes. */
export function createHandler(
  services: RecordServices & IdentityServices & Pick<Services, 'objects'>,
) {
  return routeCalls(services, 'save-temporary-image', {
    saveTemporaryImage,
    replaceImage,
    restoreImage,
    restoreImageVersion,
  });
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_OBJECTS, ...AWS_IDENTITY })),
);
