import { acceptInvitation } from '../../core/use-cases/accept-invitation.ts';
import { exportAccount } from '../../core/use-cases/export-account.ts';
import { getAccount } from '../../core/use-cases/get-account.ts';
import { inviteMember } from '../../core/use-cases/invite-member.ts';
import { listAccountEvents } from '../../core/use-cases/list-audit-events.ts';
import { listInvitations } from '../../core/use-cases/list-invitations.ts';
import { listMembers } from '../../core/use-cases/list-members.ts';
import { listProjects } from '../../core/use-cases/list-projects.ts';
import { removeMember } from '../../core/use-cases/remove-member.ts';
import { revokeInvitation } from '../../core/use-cases/revoke-invitation.ts';
import { transferOwnership } from '../../core/use-cases/transfer-ownership.ts';
import { updateMember } from '../../core/use-cases/update-member.ts';
import { type PersonRun, personEndpoint } from '../http/endpoint.ts';
import { type CallsOf, routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';
import { AWS_PEOPLE, type PeopleServices } from '../people-services.ts';
import { awsServices, type RecordServices } from '../services.ts';
import { AWS_TEAM, type TeamServices } from '../team-services.ts';

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
