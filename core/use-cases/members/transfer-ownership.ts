import type { InputOf } from '../../api/call-types.ts';
import type { DescribedMember } from '../../api/calls/members.ts';
import { retryConflicts } from '../../foundation/retry-conflicts.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type {
  OwnershipTransfer,
  OwnershipTransferOutcome,
} from '../../ports/members/ownership-transfers.ts';
import type { Services } from '../../ports/services.ts';
import { type Member, recheckMember } from '../access/authorize-member.ts';
import { describeMember } from './describe-member.ts';

type Needs = Pick<Services, 'accounts' | 'ownershipTransfers' | 'memberships' | 'projects'>;

function quotaError(outcome: OwnershipTransferOutcome, { plan }: OwnershipTransfer): ServiceError {
  const bound =
    outcome === 'images_exceeded' ? `${plan.maxImages} images` : `${plan.maxProjects} projects`;
  return new ServiceError('receiver_quota_exceeded', {
    detail: `The plan ${plan.name} of the receiver allows at most ${bound}.`,
  });
}

async function transferOnce(
  services: Needs,
  member: Member,
  { accountId: to }: InputOf<'transferOwnership'>,
): Promise<'done' | 'outdated'> {
  const { project } = await recheckMember(services, member);
  const { projectId, accountId: from } = project;
  if (from === to) return 'done';
  const receiver = await services.accounts.getAccount(to);
  const theirs = receiver && (await services.memberships.getMembership(projectId, to));
  if (!theirs || receiver.deletedAt !== undefined) throw new ServiceError('member_not_found');
  const by = member.account.accountId;
  const transfer = { projectId, from, to, by, plan: receiver.plan };
  const outcome = await services.ownershipTransfers.transfer(transfer);
  if (outcome === 'images_exceeded' || outcome === 'projects_exceeded') {
    throw quotaError(outcome, transfer);
  }
  return outcome === 'outdated' ? outcome : 'done';
}

/**
 * Transfers a project, with its plan and counts, to another member, and answers it as its owner
 * sees it; repeating it changes nothing. Throws project_not_found, insufficient_role,
 * member_not_found, receiver_quota_exceeded, busy.
 */
export async function transferOwnership(
  services: Needs,
  member: Member,
  input: InputOf<'transferOwnership'>,
): Promise<DescribedMember> {
  await retryConflicts(() => transferOnce(services, member, input));
  // the former owner is no owner any more
  const { role, project } = await recheckMember(services, member, 'viewer');
  const owner = await services.memberships.getMembership(project.projectId, input.accountId);
  if (!owner) throw new ServiceError('member_not_found'); // deleted at this moment
  return describeMember(owner, member, role);
}
