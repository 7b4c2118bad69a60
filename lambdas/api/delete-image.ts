import type { ImageId } from '../../core/images/ids.ts';
import { deleteImage } from '../../core/use-cases/images/delete-image.ts';
import { type DeleteImagesInput, deleteImages } from '../../core/use-cases/images/delete-images.ts';
import { AWS_MEMBERS, type MemberServices } from '../composition/identity-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { eitherEndpoint, type Run } from '../http/endpoint.ts';
import { type CallsOf, routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** The handler of `delete-image` and `delete-images`. */
export function createHandler(services: RecordServices & MemberServices) {
  const runs: Readonly<Record<CallsOf<'delete-image'>, Run>> = {
    deleteImage: (caller, input) =>
      deleteImage(services, caller, { imageId: (input.imageId ?? input.imageUrl) as ImageId }),
    deleteImages: (caller, input) => deleteImages(services, caller, input as DeleteImagesInput),
  };
  return routeCalls<'delete-image', Run>(runs, (contract, run) =>
    eitherEndpoint(services, contract, run),
  );
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(AWS_MEMBERS)));
