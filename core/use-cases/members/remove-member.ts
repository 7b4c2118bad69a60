import { isEnough } from '../../accounts/roles.ts';
import type { InputOf } from '../../api/call-types.ts';
import { MANAGES_KEYS } from '../../api/calls/keys.ts';
import type { MadeKeyOfMember } from '../../api/calls/members.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import { isActiveKey, KEY_KINDS, type KeyKind } from '../../projects/credentials.ts';
import type { ProjectKey } from '../../projects/project-keys.ts';
import { type Member, requireRole } from '../access/authorize-member.ts';
import { describeKey } from '../keys/describe-key.ts';
import { changeMember } from './change-member.ts';

type Needs = Pick<Services, 'clock' | 'keys' | 'memberships' | 'projects'>;

interface Removal extends InputOf<'removeMember'> {
  readonly projectId: string;
}

const mayLeadKeys = MANAGES_KEYS.credential.role;

/** The active keys of a kind that a member created, each revoked if requested. */
async function settleKeys(
  { keys, clock }: Needs,
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

async function settleAll(services: Needs, removal: Removal): Promise<MadeKeyOfMember[]> {
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
  services: Needs,
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
