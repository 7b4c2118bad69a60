import { createDynamoInvitationStore } from '../../adapters/dynamodb/members/invitation-store.ts';
import { createDynamoHandovers } from '../../adapters/dynamodb/members/ownership-transfers.ts';
import { createHttpUserInfo } from '../../adapters/https/user-info.ts';
import type { UserInfo } from '../../core/ports/members/user-info.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, findEnvironment, readEnvironment } from '../environment.ts';
import { peopleTables } from './identity-services.ts';
import { type ServiceParts, sharedDynamoClient } from './services.ts';

/** Invitations and ownership transfer. */
export type TeamServices = Pick<Services, 'userInfo' | 'invitations' | 'handovers'>;

/** Without a userinfo endpoint no e-mail address is known. */
function createUserInfo(): UserInfo {
  const url = findEnvironment(ENVIRONMENT.tokenUserInfoUrl);
  return url ? createHttpUserInfo(url) : { of: async () => undefined };
}

/** For the function of calls about a project's members. */
export const AWS_TEAM: ServiceParts<TeamServices> = {
  userInfo: createUserInfo,
  invitations: () => createDynamoInvitationStore(sharedDynamoClient(), peopleTables()),
  handovers: () =>
    createDynamoHandovers(sharedDynamoClient(), {
      ...peopleTables(),
      usage: readEnvironment(ENVIRONMENT.usageTable),
    }),
};
