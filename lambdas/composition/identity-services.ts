import { createDynamoAccountStore } from '../../adapters/dynamodb/accounts/account-store.ts';
import { createDynamoMembershipStore } from '../../adapters/dynamodb/members/membership-store.ts';
import { createJoseAccessTokens } from '../../adapters/jose/access-tokens.ts';
import type { AccessTokens } from '../../core/ports/members/access-tokens.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, NO_ISSUER, readEnvironment } from '../environment.ts';
import { awsPlanNamed } from './plans.ts';
import { createLog, type ServiceParts } from './services.ts';
import { sharedDynamoClient } from './shared-clients.ts';

/** Users with an access token, and their memberships. */
export type IdentityServices = Pick<Services, 'accessTokens' | 'accounts' | 'memberships'>;

/** Without a token issuer no user is known. */
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

/** Names of the tables with users. */
export const userTables = () => ({
  projects: readEnvironment(ENVIRONMENT.projectsTable),
  members: readEnvironment(ENVIRONMENT.membersTable),
});

/** For the functions of calls that accept a member's token instead of a key. */
export const AWS_IDENTITY: ServiceParts<IdentityServices> = {
  accessTokens: createAccessTokens,
  accounts: () =>
    createDynamoAccountStore(sharedDynamoClient(), userTables(), awsPlanNamed(createLog)),
  memberships: () => createDynamoMembershipStore(sharedDynamoClient(), userTables()),
};
