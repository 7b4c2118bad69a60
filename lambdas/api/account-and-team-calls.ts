import { exportAccount } from '../../core/use-cases/accounts/export-account.ts';
import { getAccount } from '../../core/use-cases/accounts/get-account.ts';
import { listAccountEvents } from '../../core/use-cases/accounts/list-audit-events.ts';
import { acceptInvitation } from '../../core/use-cases/members/accept-invitation.ts';
import { getInvitation } from '../../core/use-cases/members/get-invitation.ts';
import {
  inviteMember,
  listInvitations,
  revokeInvitation,
} from '../../core/use-cases/members/manage-invitations.ts';
import {
  listMembers,
  removeMember,
  updateMember,
} from '../../core/use-cases/members/manage-members.ts';
import { transferOwnership } from '../../core/use-cases/members/transfer-ownership.ts';
import { listProjects } from '../../core/use-cases/projects/read-projects.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_TEAM, type TeamServices } from '../composition/team-services.ts';
import { AWS_USERS, type UserServices } from '../composition/user-services.ts';
import { routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** Every user's call about their account, and about the members and the invited of a project. */
export function createHandler(services: RecordServices & UserServices & TeamServices) {
  return routeCalls(services, 'account-and-team-calls', {
    getAccount,
    exportAccount,
    listAccountEvents,
    listProjects,
    inviteMember,
    listInvitations,
    revokeInvitation,
    getInvitation,
    acceptInvitation,
    listMembers,
    updateMember,
    removeMember,
    transferOwnership,
  });
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_USERS, ...AWS_TEAM })),
);
