import { createDynamoInvitationStore } from '../../adapters/dynamodb/members/invitation-store.ts';
import { createDynamoOwnershipTransfers } from '../../adapters/dynamodb/members/ownership-transfers.ts';
import { createHttpUserInfo } from '../../adapters/https/user-info.ts';
import type { UserInfo } from '../../core/ports/members/user-info.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, findEnvironment, readEnvironment } from '../environment.ts';
import { userTables } from './identity-services.ts';
import type { ServiceParts } from './services.ts';
import { sharedDynamoClient } from './shared-clients.ts';

/** Invitations and ownership transfer. */
export type TeamServices = Pick<Services, 'userInfo' | 'invitations' | 'ownershipTransfers'>;

/** Without a userinfo endpoint no e-mail address is known. */
function createUserInfo(): UserInfo {
  const url = findEnvironment(ENVIRONMENT.tokenUserInfoUrl);
  return url ? createHttpUserInfo(url) : { of: async () => undefined };
}

/** For the function of calls about a project's members. */
export const AWS_TEAM: ServiceParts<TeamServices> = {
  userInfo: createUserInfo,
  invitations: () => createDynamoInvitationStore(sharedDynamoClient(), userTables()),
  ownershipTransfers: () =>
    createDynamoOwnershipTransfers(sharedDynamoClient(), {
      ...userTables(),
      usage: readEnvironment(ENVIRONMENT.usageTable),
    }),
};
