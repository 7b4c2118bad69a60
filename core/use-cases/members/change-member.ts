import { mayChange, type Role } from '../../accounts/roles.ts';
import { retryConflicts } from '../../foundation/retry-conflicts.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Membership } from '../../ports/members/membership-store.ts';
import type { Services } from '../../ports/services.ts';
import { type Member, recheckMember } from '../access/authorize-member.ts';

type Needs = Pick<Services, 'memberships' | 'projects'>;

/** The new role of a member; null removes the member. */
export interface WantedChange {
  readonly accountId: string;
  readonly role: Role | null;
}

/** Both members as they were at the time of the change. */
export interface ChangedMember {
  readonly member: Membership;
  readonly ownRole: Role;
}

function lastOwner(): ServiceError {
  return new ServiceError('last_owner', {
    detail: 'The project uses the plan of this account; transfer it with transfer-ownership first.',
  });
}

async function changeOnce(
  services: Needs,
  caller: Member,
  { accountId, role }: WantedChange,
): Promise<ChangedMember | 'outdated'> {
  const { projectId } = caller.project;
  const by = caller.account.accountId;
  const isLeaving = by === accountId && role === null;
  const own = await recheckMember(services, caller);
  const member = await services.memberships.getMembership(projectId, accountId);
  if (!member) throw new ServiceError('member_not_found');
  if (!isLeaving && !mayChange(own.role, member.role, role)) {
    const detail = `You cannot grant, change or remove a role above your own, which is ${own.role}.`;
    throw new ServiceError('insufficient_role', { detail });
  }
  const outcome = await services.memberships.changeMember({
    projectId,
    accountId,
    previous: member.role,
    role,
    by: { accountId: by, role: own.role },
  });
  if (outcome === 'last_owner') throw lastOwner();
  return outcome === 'outdated' ? outcome : { member, ownRole: own.role };
}

/**
 * Changes a member's role or removes them, by the roles that both have at that moment. Throws
 * project_not_found, insufficient_role, member_not_found, last_owner, busy.
 */
export function changeMember(
  services: Needs,
  caller: Member,
  change: WantedChange,
): Promise<ChangedMember> {
  return retryConflicts(() => changeOnce(services, caller, change));
}
