import { createDynamoAuditStore } from '../../adapters/dynamodb/accounts/audit-store.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { AWS_MEMBERS, type MemberServices } from './identity-services.ts';
import { type ServiceParts, sharedDynamoClient } from './services.ts';

/** What every call with an access token needs beside the rest: who they are, what they belong to, and where it is written down. */
export type PeopleServices = MemberServices & Pick<Services, 'audit'>;

/** For the functions of people's calls. */
export const AWS_PEOPLE: ServiceParts<PeopleServices> = {
  ...AWS_MEMBERS,
  audit: () =>
    createDynamoAuditStore(sharedDynamoClient(), readEnvironment(ENVIRONMENT.auditTable)),
};
