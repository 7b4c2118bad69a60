import { explainTransformation } from '../../core/use-cases/delivery/explain-transformation.ts';
import { createAccessGrant } from '../../core/use-cases/images/create-access-grant.ts';
import { getDeletionStatus } from '../../core/use-cases/images/get-deletion-status.ts';
import { getImage } from '../../core/use-cases/images/get-image.ts';
import { getImageUsage } from '../../core/use-cases/images/get-image-usage.ts';
import { listBin } from '../../core/use-cases/images/list-bin.ts';
import { listImageVersions } from '../../core/use-cases/images/list-image-versions.ts';
import { listImages } from '../../core/use-cases/images/list-images.ts';
import { purgeRenditions } from '../../core/use-cases/images/purge-renditions.ts';
import { getUsage, getUsageByDay } from '../../core/use-cases/usage/get-usage.ts';
import { AWS_GRANTS, type GrantServices } from '../composition/grant-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_USERS, type UserServices } from '../composition/user-services.ts';
import { routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** Every call with an API key that has no function of its own. */
export function createHandler(services: RecordServices & UserServices & GrantServices) {
  return routeCalls(services, 'api-key-calls', {
    createAccessGrant,
    getImage,
    getImageUsage,
    listImages,
    listImageVersions,
    listBin,
    explainTransformation,
    getDeletionStatus,
    purgeImage: purgeRenditions,
    getUsage,
    getUsageByDay,
  });
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_USERS, ...AWS_GRANTS })),
);
