import { createDynamoAuditStore } from '../../adapters/dynamodb/accounts/audit-store.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { AWS_IDENTITY, type IdentityServices } from './identity-services.ts';
import type { ServiceParts } from './services.ts';
import { sharedDynamoClient } from './shared-clients.ts';

/** Further services of calls with an access token: identities, memberships and audit events. */
export type UserServices = IdentityServices & Pick<Services, 'audit'>;

/** For the functions of users' calls. */
export const AWS_USERS: ServiceParts<UserServices> = {
  ...AWS_IDENTITY,
  audit: () =>
    createDynamoAuditStore(sharedDynamoClient(), readEnvironment(ENVIRONMENT.auditTable)),
};
