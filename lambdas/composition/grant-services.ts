import { createAccessGrants } from '../../adapters/cloudfront/access-grants.ts';
import type { Services } from '../../core/ports/services.ts';
import type { ServiceParts } from './services.ts';

/** The signer of grants to see private images. */
export type GrantServices = Pick<Services, 'accessGrants'>;

/** Without keys no grant can be signed. */
export const AWS_GRANTS: ServiceParts<GrantServices> = {
  accessGrants: () =>
    createAccessGrants(async () => {
      throw new Error('This stage has no keys for private images.');
    }),
};
