import type { Invitation } from '../../accounts/invitation.ts';
import { isEnough } from '../../accounts/roles.ts';
import type { Services } from '../../ports/services.ts';

/** The valid invitations of a project, oldest first: their senders may still grant the role. */
export async function listOpenInvitations(
  { clock, invitations, memberships }: Pick<Services, 'clock' | 'invitations' | 'memberships'>,
  projectId: string,
): Promise<Invitation[]> {
  const [found, members] = await Promise.all([
    invitations.listInvitations(projectId, clock()),
    memberships.listMembers(projectId),
  ]);
  const roles = new Map(members.map(({ accountId, role }) => [accountId, role]));
  return found.filter(({ invitedBy, role }) => {
    const own = roles.get(invitedBy);
    return own !== undefined && isEnough(own, role);
  });
}
