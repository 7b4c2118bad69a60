import { isEnough, mayChange, type Role } from '../../accounts/roles.ts';
import type { InputOf } from '../../api/call-types.ts';
import { MANAGES_KEYS } from '../../api/calls/keys.ts';
import type { DescribedMember, MadeKeyOfMember } from '../../api/calls/members.ts';
import { retryConflicts } from '../../foundation/retry-conflicts.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Membership } from '../../ports/members/membership-store.ts';
import type { Services } from '../../ports/services.ts';
import { isActiveKey, KEY_KINDS, type KeyKind } from '../../projects/credentials.ts';
import type { ProjectKey } from '../../projects/project-keys.ts';
import { type Member, recheckMember, requireRole } from '../access/authorize-member.ts';
import { describeKey } from '../keys/describe-key.ts';
import { describeMember } from './describe-member.ts';

type Needs = Pick<Services, 'memberships' | 'projects'>;

/** The new role of a member; null removes the member. */
export interface RequestedChange {
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
  { accountId, role }: RequestedChange,
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
  change: RequestedChange,
): Promise<ChangedMember> {
  return retryConflicts(() => changeOnce(services, caller, change));
}

/** The members of a project. */
export async function listMembers(
  services: Pick<Services, 'memberships'>,
  member: Member,
): Promise<{ members: DescribedMember[] }> {
  const { project, role } = member;
  const members = await services.memberships.listMembers(project.projectId);
  return { members: members.map((listed) => describeMember(listed, member, role)) };
}

/** Gives a member another role; throws the errors of changeMember. */
export async function updateMember(
  services: Pick<Services, 'memberships' | 'projects'>,
  caller: Member,
  input: InputOf<'updateMember'>,
): Promise<DescribedMember> {
  const { member, ownRole } = await changeMember(services, caller, input);
  return describeMember({ ...member, role: input.role }, caller, ownRole);
}

type RemovalNeeds = Pick<Services, 'clock' | 'keys' | 'memberships' | 'projects'>;

interface Removal extends InputOf<'removeMember'> {
  readonly projectId: string;
}

const mayLeadKeys = MANAGES_KEYS.credential.role;

/** The active keys of a kind that a member created, each revoked if requested. */
async function settleKeys(
  { keys, clock }: RemovalNeeds,
  { projectId, accountId, revokeKeys }: Removal,
  kind: KeyKind,
): Promise<MadeKeyOfMember[]> {
  const [ring, now] = [{ projectId, kind }, clock()];
  const isTheirs = (key: ProjectKey) => key.createdBy === accountId && isActiveKey(key, now);
  const result = (await keys.listKeys(ring, now)).filter(isTheirs);
  const settled: MadeKeyOfMember[] = [];
  // one after the other: each changes the list of the project's keys
  for (const key of result) {
    if (revokeKeys) await keys.revokeKey(ring, key.keyId, now);
    const revokedAt = revokeKeys ? now : null;
    settled.push({ kind, ...describeKey({ ...key, revokedAt }) });
  }
  return settled;
}

async function settleAll(services: RemovalNeeds, removal: Removal): Promise<MadeKeyOfMember[]> {
  const settled = await Promise.all(KEY_KINDS.map((kind) => settleKeys(services, removal, kind)));
  return settled.flat();
}

/** Whether the account is not a member, which is no error if its keys are to be revoked. */
const isGone = (error: unknown) =>
  error instanceof ServiceError && error.code === 'member_not_found';

/**
 * Removes a member, or leaves, and lists the keys that they made; throws the errors of
 * changeMember. With `revokeKeys` the keys are revoked after the removal, so that none is made in
 * between. A repeated call revokes the remaining keys of an interrupted one.
 */
export async function removeMember(
  services: RemovalNeeds,
  caller: Member,
  input: InputOf<'removeMember'>,
): Promise<{ message: 'member_removed'; keys: MadeKeyOfMember[] | null }> {
  const { accountId, revokeKeys = false } = input;
  const removal = { ...input, projectId: caller.project.projectId };
  const message = 'member_removed';
  if (revokeKeys) requireRole(caller, mayLeadKeys);
  try {
    const { ownRole } = await changeMember(services, caller, { accountId, role: null });
    const maySee = isEnough(ownRole, mayLeadKeys);
    return { message, keys: maySee ? await settleAll(services, removal) : null };
  } catch (error) {
    if (!revokeKeys || !isGone(error)) throw error;
    const keys = await settleAll(services, removal);
    if (keys.length === 0) throw error;
    return { message, keys };
  }
}
