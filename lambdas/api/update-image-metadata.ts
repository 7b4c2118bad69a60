import { updateImageMetadata } from '../../core/use-cases/images/update-image-metadata.ts';
import { updateImageVisibility } from '../../core/use-cases/images/update-image-visibility.ts';
import { AWS_IDENTITY, type IdentityServices } from '../composition/identity-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** The handler of the calls that change an image's record, but for its bytes. */
export function createHandler(services: RecordServices & IdentityServices) {
  return routeCalls(services, 'update-image-metadata', {
    updateImageMetadata,
    updateImageVisibility,
  });
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(AWS_IDENTITY)));
