import { createDynamoAuditStore } from '../adapters/audit-store/dynamodb.ts';
import { createQueuedProjectPurge } from '../adapters/edge-purge/queued.ts';
import { createDynamoHandovers } from '../adapters/handovers/dynamodb.ts';
import { createDynamoInvitationStore } from '../adapters/invitation-store/dynamodb.ts';
import { createHttpUserInfo } from '../adapters/user-info/http.ts';
import type { UserInfo } from '../core/accounts/user-info.ts';
import type { Services } from '../core/ports.ts';
import { ENVIRONMENT, findEnvironment, readEnvironment } from './environment.ts';
import { AWS_MEMBERS, type MemberServices, peopleTables } from './member-services.ts';
import { AWS_DELETIONS } from './project-purge-services.ts';
import { awsProjectQueue } from './purge-queue.ts';
import { type ServiceParts, sharedDynamoClient } from './services.ts';

/** What calls with an access token need beside the rest. */
export type PeopleServices = MemberServices &
  Pick<
    Services,
    | 'userInfo'
    | 'projectPurge'
    | 'projectDeletions'
    | 'projectQueue'
    | 'audit'
    | 'invitations'
    | 'handovers'
  >;

/** Where no address is set, no issuer says of anybody what their e-mail address is. */
function createUserInfo(): UserInfo {
  const url = findEnvironment(ENVIRONMENT.tokenUserInfoUrl);
  return url ? createHttpUserInfo(url) : { of: async () => undefined };
}

/** For the function of people's calls: who they are, and what they belong to. */
export const AWS_PEOPLE: ServiceParts<PeopleServices> = {
  ...AWS_MEMBERS,
  ...AWS_DELETIONS,
  projectQueue: awsProjectQueue,
  userInfo: createUserInfo,
  audit: () =>
    createDynamoAuditStore(sharedDynamoClient(), readEnvironment(ENVIRONMENT.auditTable)),
  invitations: () => createDynamoInvitationStore(sharedDynamoClient(), peopleTables()),
  handovers: () =>
    createDynamoHandovers(sharedDynamoClient(), {
      ...peopleTables(),
      usage: readEnvironment(ENVIRONMENT.usageTable),
    }),
  projectPurge: () => createQueuedProjectPurge(awsProjectQueue()),
};
