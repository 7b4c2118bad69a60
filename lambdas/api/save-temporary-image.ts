import type { Services } from '../../core/ports/services.ts';
import { saveTemporaryImage } from '../../core/use-cases/images/save-temporary-image.ts';
import { AWS_IDENTITY, type IdentityServices } from '../composition/identity-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { endpoint } from '../http/endpoint.ts';
import { lazily } from '../lazily.ts';

/** The handler of `save-temporary-image`. */
export function createHandler(
  services: RecordServices & IdentityServices & Pick<Services, 'objects'>,
) {
  return endpoint(services, 'saveTemporaryImage', saveTemporaryImage);
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_OBJECTS, ...AWS_IDENTITY })),
);
