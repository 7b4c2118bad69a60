import { exportAccount } from '../../core/use-cases/accounts/export-account.ts';
import { getAccount } from '../../core/use-cases/accounts/get-account.ts';
import { listAccountEvents } from '../../core/use-cases/accounts/list-audit-events.ts';
import { acceptInvitation } from '../../core/use-cases/members/accept-invitation.ts';
import { inviteMember } from '../../core/use-cases/members/invite-member.ts';
import { listInvitations } from '../../core/use-cases/members/list-invitations.ts';
import { listMembers } from '../../core/use-cases/members/list-members.ts';
import { removeMember } from '../../core/use-cases/members/remove-member.ts';
import { revokeInvitation } from '../../core/use-cases/members/revoke-invitation.ts';
import { transferOwnership } from '../../core/use-cases/members/transfer-ownership.ts';
import { updateMember } from '../../core/use-cases/members/update-member.ts';
import { listProjects } from '../../core/use-cases/projects/list-projects.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_TEAM, type TeamServices } from '../composition/team-services.ts';
import { AWS_PEOPLE, type PeopleServices } from '../composition/user-services.ts';
import { type PersonRun, personEndpoint } from '../http/endpoint.ts';
import { type CallsOf, routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** Every call of a person about their account, and about who belongs to a project. */
export function createHandler(services: RecordServices & PeopleServices & TeamServices) {
  const runs: Readonly<Record<CallsOf<'account-and-team-calls'>, PersonRun>> = {
    getAccount: (person) => getAccount(services, person),
    exportAccount: (person, input) => exportAccount(services, person, input),
    listAccountEvents: (person, input) => listAccountEvents(services, person, input),
    listProjects: (person) => listProjects(services, person),
    // the input of each is what its contract lets through
    inviteMember: (person, input) => inviteMember(services, person, input as never),
    listInvitations: (person, input) => listInvitations(services, person, input as never),
    revokeInvitation: (person, input) => revokeInvitation(services, person, input as never),
    acceptInvitation: (person, input) => acceptInvitation(services, person, input as never),
    listMembers: (person, input) => listMembers(services, person, input as never),
    updateMember: (person, input) => updateMember(services, person, input as never),
    removeMember: (person, input) => removeMember(services, person, input as never),
    transferOwnership: (person, input) => transferOwnership(services, person, input as never),
  };
  return routeCalls<'account-and-team-calls', PersonRun>(runs, (contract, run) =>
    personEndpoint(services, contract, run),
  );
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_PEOPLE, ...AWS_TEAM })),
);
