import { updateImageMetadata } from '../../core/use-cases/images/update-image-metadata.ts';
import { AWS_IDENTITY, type IdentityServices } from '../composition/identity-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { endpoint } from '../http/endpoint.ts';
import { lazily } from '../lazily.ts';

/** The handler of `update-image-metadata`. */
export function createHandler(services: RecordServices & IdentityServices) {
  return endpoint(services, 'updateImageMetadata', updateImageMetadata);
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(AWS_IDENTITY)));
