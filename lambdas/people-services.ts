import { createJoseAccessTokens } from '../adapters/access-tokens/jose.ts';
import { createDynamoAccountStore } from '../adapters/account-store/dynamodb.ts';
import { createQueuedProjectPurge } from '../adapters/edge-purge/queued.ts';
import { createDynamoMembershipStore } from '../adapters/membership-store/dynamodb.ts';
import type { AccessTokens } from '../core/accounts/access-tokens.ts';
import type { Services } from '../core/ports.ts';
import { ENVIRONMENT, NO_ISSUER, readEnvironment } from './environment.ts';
import { AWS_DELETIONS } from './project-purge-services.ts';
import { awsProjectQueue } from './purge-queue.ts';
import { type ServiceParts, sharedDynamoClient } from './services.ts';

/** What calls with an access token need beside the rest. */
export type PeopleServices = Pick<
  Services,
  'accessTokens' | 'accounts' | 'memberships' | 'projectPurge' | 'projectDeletions' | 'projectQueue'
>;

/** Where no issuer is set nobody is known. */
const NOBODYS_TOKENS: AccessTokens = { identify: async () => undefined };

function createAccessTokens(): AccessTokens {
  const issuer = readEnvironment(ENVIRONMENT.tokenIssuer);
  if (issuer === NO_ISSUER) return NOBODYS_TOKENS;
  return createJoseAccessTokens({
    issuer,
    jwksUri: readEnvironment(ENVIRONMENT.tokenKeysUrl),
    audience: {
      claim: readEnvironment(ENVIRONMENT.tokenAudienceClaim) as 'aud' | 'client_id',
      values: readEnvironment(ENVIRONMENT.tokenAudiences).split(','),
    },
  });
}

/** For the function of people's calls: who they are, and what they belong to. */
export const AWS_PEOPLE: ServiceParts<PeopleServices> = {
  ...AWS_DELETIONS,
  projectQueue: awsProjectQueue,
  accessTokens: createAccessTokens,
  accounts: () =>
    createDynamoAccountStore(sharedDynamoClient(), {
      projects: readEnvironment(ENVIRONMENT.projectsTable),
      members: readEnvironment(ENVIRONMENT.membersTable),
    }),
  memberships: () =>
    createDynamoMembershipStore(sharedDynamoClient(), readEnvironment(ENVIRONMENT.membersTable)),
  projectPurge: () => createQueuedProjectPurge(awsProjectQueue()),
};
