import { createJoseAccessTokens } from '../adapters/access-tokens/jose.ts';
import { createDynamoAccountStore } from '../adapters/account-store/dynamodb.ts';
import { createDynamoAuditStore } from '../adapters/audit-store/dynamodb.ts';
import { createQueuedProjectPurge } from '../adapters/edge-purge/queued.ts';
import { createDynamoHandovers } from '../adapters/handovers/dynamodb.ts';
import { createDynamoInvitationStore } from '../adapters/invitation-store/dynamodb.ts';
import { createDynamoMembershipStore } from '../adapters/membership-store/dynamodb.ts';
import { createHttpUserInfo } from '../adapters/user-info/http.ts';
import type { AccessTokens } from '../core/accounts/access-tokens.ts';
import type { UserInfo } from '../core/accounts/user-info.ts';
import type { Services } from '../core/ports.ts';
import { ENVIRONMENT, findEnvironment, NO_ISSUER, readEnvironment } from './environment.ts';
import { awsPlanNamed } from './plans.ts';
import { AWS_DELETIONS } from './project-purge-services.ts';
import { awsProjectQueue } from './purge-queue.ts';
import { createLog, type ServiceParts, sharedDynamoClient } from './services.ts';

/** What calls with an access token need beside the rest. */
export type PeopleServices = Pick<
  Services,
  | 'accessTokens'
  | 'userInfo'
  | 'accounts'
  | 'memberships'
  | 'projectPurge'
  | 'projectDeletions'
  | 'projectQueue'
  | 'audit'
  | 'invitations'
  | 'handovers'
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

/** Where no address is set, no issuer says of anybody what their e-mail address is. */
function createUserInfo(): UserInfo {
  const url = findEnvironment(ENVIRONMENT.tokenUserInfoUrl);
  return url ? createHttpUserInfo(url) : { of: async () => undefined };
}

const peopleTables = () => ({
  projects: readEnvironment(ENVIRONMENT.projectsTable),
  members: readEnvironment(ENVIRONMENT.membersTable),
});

/** For the function of people's calls: who they are, and what they belong to. */
export const AWS_PEOPLE: ServiceParts<PeopleServices> = {
  ...AWS_DELETIONS,
  projectQueue: awsProjectQueue,
  accessTokens: createAccessTokens,
  userInfo: createUserInfo,
  audit: () =>
    createDynamoAuditStore(sharedDynamoClient(), readEnvironment(ENVIRONMENT.auditTable)),
  accounts: () =>
    createDynamoAccountStore(sharedDynamoClient(), peopleTables(), awsPlanNamed(createLog)),
  memberships: () => createDynamoMembershipStore(sharedDynamoClient(), peopleTables()),
  invitations: () => createDynamoInvitationStore(sharedDynamoClient(), peopleTables()),
  handovers: () =>
    createDynamoHandovers(sharedDynamoClient(), {
      ...peopleTables(),
      usage: readEnvironment(ENVIRONMENT.usageTable),
    }),
  projectPurge: () => createQueuedProjectPurge(awsProjectQueue()),
};
