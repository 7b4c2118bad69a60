import type { Services } from '../../core/ports/services.ts';
import { uploadTemporaryImage } from '../../core/use-cases/uploads/upload-temporary-image.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { AWS_IDENTITY, type IdentityServices } from '../composition/identity-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** The handler of both calls that take the bytes of an image. */
export function createHandler(
  services: RecordServices & IdentityServices & Pick<Services, 'objects' | 'imageEngine'>,
) {
  return routeCalls(services, 'upload-temporary-image', {
    uploadTemporaryImage,
    uploadProjectImage: uploadTemporaryImage,
  });
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_OBJECTS, ...AWS_ENGINE, ...AWS_IDENTITY })),
);
