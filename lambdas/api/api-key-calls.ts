import { ENDPOINTS } from '../../core/api/endpoints.ts';
import type { ImageId } from '../../core/images/ids.ts';
import type { ImageAddress } from '../../core/images/image-reference.ts';
import { explainTransformation } from '../../core/use-cases/delivery/explain-transformation.ts';
import { getDeletionStatus } from '../../core/use-cases/images/get-deletion-status.ts';
import { getImage } from '../../core/use-cases/images/get-image.ts';
import { type ListInput, listImages } from '../../core/use-cases/images/list-images.ts';
import { purgeRenditions } from '../../core/use-cases/images/purge-renditions.ts';
import { getAccountUsage } from '../../core/use-cases/usage/get-account-usage.ts';
import { getUsage } from '../../core/use-cases/usage/get-usage.ts';
import { AWS_MEMBERS, type MemberServices } from '../composition/identity-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { eitherEndpoint, type PersonRun, type Run } from '../http/endpoint.ts';
import { type CallsOf, routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** Every call with an API key that has no function of its own. */
export function createHandler(services: RecordServices & MemberServices) {
  const runs: Readonly<Record<CallsOf<'api-key-calls'>, Run>> = {
    getImage: (caller, input) => getImage(services, caller, { imageId: input.imageId as ImageId }),
    listImages: (caller, input) => listImages(services, caller, input as ListInput),
    explainTransformation: (caller, input) =>
      explainTransformation(services, caller, input.imageUrl as ImageAddress),
    getDeletionStatus: (caller, input) =>
      getDeletionStatus(services, caller, { imageId: input.imageId as ImageId }),
    purgeImage: (caller, input) =>
      purgeRenditions(services, caller, { imageId: input.imageId as ImageId }),
    getUsage: (caller) => getUsage(services, caller),
  };
  const ofAccount: PersonRun = (person) => getAccountUsage(services, person);
  return routeCalls<'api-key-calls', Run>(runs, (contract, run) =>
    eitherEndpoint(
      services,
      contract,
      run,
      contract === ENDPOINTS.getUsage ? ofAccount : undefined,
    ),
  );
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(AWS_MEMBERS)));
