import { ENDPOINTS } from '../../core/contract/endpoints.ts';
import type { ImageId } from '../../core/images/ids.ts';
import { deleteImage } from '../../core/use-cases/delete-image.ts';
import { eitherEndpoint } from '../http/endpoint.ts';
import { lazily } from '../lazily.ts';
import { AWS_MEMBERS, type MemberServices } from '../member-services.ts';
import { awsServices, type RecordServices } from '../services.ts';

/** SPECIFICATION 4.4 */
export function createHandler(services: RecordServices & MemberServices) {
  return eitherEndpoint(services, ENDPOINTS.deleteImage, (caller, input) =>
    deleteImage(services, caller, { imageId: (input.imageId ?? input.imageUrl) as ImageId }),
  );
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(AWS_MEMBERS)));
