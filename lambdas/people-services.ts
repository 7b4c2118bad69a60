import { createJoseAccessTokens } from '../adapters/access-tokens/jose.ts';
import { createDynamoAccountStore } from '../adapters/account-store/dynamodb.ts';
import { createDynamoMembershipStore } from '../adapters/membership-store/dynamodb.ts';
import type { Services } from '../core/ports.ts';
import { ENVIRONMENT, readEnvironment } from './environment.ts';
import { type ServiceParts, sharedDynamoClient } from './services.ts';

/** What calls with an access token need beside the rest. */
export type PeopleServices = Pick<Services, 'accessTokens' | 'accounts' | 'memberships'>;

/** For the function of people's calls: who they are, and what they belong to. */
export const AWS_PEOPLE: ServiceParts<PeopleServices> = {
  accessTokens: () =>
    createJoseAccessTokens({
      issuer: readEnvironment(ENVIRONMENT.tokenIssuer),
      jwksUri: readEnvironment(ENVIRONMENT.tokenKeysUrl),
      audience: {
        claim: readEnvironment(ENVIRONMENT.tokenAudienceClaim) as 'aud' | 'client_id',
        values: readEnvironment(ENVIRONMENT.tokenAudiences).split(','),
      },
    }),
  accounts: () =>
    createDynamoAccountStore(sharedDynamoClient(), {
      projects: readEnvironment(ENVIRONMENT.projectsTable),
      members: readEnvironment(ENVIRONMENT.membersTable),
    }),
  memberships: () =>
    createDynamoMembershipStore(sharedDynamoClient(), readEnvironment(ENVIRONMENT.membersTable)),
};
