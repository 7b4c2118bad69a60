import { acceptInvitation } from '../../core/use-cases/accept-invitation.ts';
import { getAccount } from '../../core/use-cases/get-account.ts';
import { getProject } from '../../core/use-cases/get-project.ts';
import { inviteMember } from '../../core/use-cases/invite-member.ts';
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

/** Every call of a person, with an access token. */
export function createHandler(services: RecordServices & PeopleServices) {
  const runs: Readonly<Record<CallsOf<'access-token-calls'>, PersonRun>> = {
    getAccount: (person) => getAccount(services, person),
    listProjects: (person) => listProjects(services, person),
    getProject: (person, input) =>
      getProject(services, person, { projectId: input.projectId as string }),
    acceptInvitation: (person, input) =>
      acceptInvitation(services, person, input as Parameters<typeof acceptInvitation>[2]),
    inviteMember: (person, input) =>
      inviteMember(services, person, input as Parameters<typeof inviteMember>[2]),
    listInvitations: (person, input) =>
      listInvitations(services, person, input as Parameters<typeof listInvitations>[2]),
    listMembers: (person, input) =>
      listMembers(services, person, input as Parameters<typeof listMembers>[2]),
    removeMember: (person, input) =>
      removeMember(services, person, input as Parameters<typeof removeMember>[2]),
    revokeInvitation: (person, input) =>
      revokeInvitation(services, person, input as Parameters<typeof revokeInvitation>[2]),
    transferOwnership: (person, input) =>
      transferOwnership(services, person, input as Parameters<typeof transferOwnership>[2]),
    updateMember: (person, input) =>
      updateMember(services, person, input as Parameters<typeof updateMember>[2]),
  };
  return routeCalls<'access-token-calls', PersonRun>(runs, (contract, run) =>
    personEndpoint(services, contract, run),
  );
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(AWS_PEOPLE)));
