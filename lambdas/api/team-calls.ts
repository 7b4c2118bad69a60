import { acceptInvitation } from '../../core/use-cases/accept-invitation.ts';
import { inviteMember } from '../../core/use-cases/invite-member.ts';
import { listInvitations } from '../../core/use-cases/list-invitations.ts';
import { listMembers } from '../../core/use-cases/list-members.ts';
import { removeMember } from '../../core/use-cases/remove-member.ts';
import { revokeInvitation } from '../../core/use-cases/revoke-invitation.ts';
import { transferOwnership } from '../../core/use-cases/transfer-ownership.ts';
import { updateMember } from '../../core/use-cases/update-member.ts';
import type { PersonRun } from '../http/endpoint.ts';
import type { PeopleServices } from '../people-services.ts';
import type { RecordServices } from '../services.ts';

const TEAM_CALLS = {
  inviteMember,
  listInvitations,
  revokeInvitation,
  acceptInvitation,
  listMembers,
  updateMember,
  removeMember,
  transferOwnership,
};

type TeamCalls = Readonly<Record<keyof typeof TEAM_CALLS, PersonRun>>;

/** What those calls do that are about a project's members; the input of each is what its contract lets through. */
export function teamCalls(services: RecordServices & PeopleServices): TeamCalls {
  const runs = Object.entries(TEAM_CALLS).map(([name, call]) => {
    const run: PersonRun = (person, input) => call(services, person, input as never);
    return [name, run];
  });
  return Object.fromEntries(runs) as TeamCalls;
}
