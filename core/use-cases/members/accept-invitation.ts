import { isSameEmailAddress } from '../../accounts/email-address.ts';
import type { Invitation } from '../../accounts/invitation.ts';
import type { InputOf } from '../../api/call-types.ts';
import type { DescribedProject } from '../../api/calls/projects.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { UserFacts } from '../../ports/members/user-info.ts';
import type { Services } from '../../ports/services.ts';
import { hashKey, isWellFormedKey } from '../../projects/credentials.ts';
import { answerUnchanged } from '../access/answer-unchanged.ts';
import type { User } from '../access/authenticate-user.ts';
import { authorizeMember } from '../access/authorize-member.ts';
import { requireRunning } from '../access/require-running.ts';
import { describeProject } from '../projects/read-projects.ts';

type Needs = Pick<Services, 'clock' | 'invitations' | 'memberships' | 'projects' | 'userInfo'>;

/** One error for every code that is not accepted, whatever the reason. */
function notFound(): ServiceError {
  return new ServiceError('invitation_not_found');
}

/** Names both addresses to who has the code: they see which of their accounts it is for. */
function otherAddress(invited: string, said: UserFacts | undefined): string {
  if (said === undefined) {
    return `The invitation is for ${invited}, and your token issuer names no address of yours.`;
  }
  if (isSameEmailAddress(said.email, invited)) {
    return `The invitation is for ${invited}. Your token issuer has not verified that it is yours.`;
  }
  return `The invitation is for ${invited}, and you are signed in as ${said.email}.`;
}

/** A code alone is not enough: it may have been forwarded, or read by others. */
async function requireAddress(
  { userInfo }: Needs,
  { accessToken }: User,
  { email }: Invitation,
): Promise<void> {
  const said = await userInfo.of(accessToken);
  if (said?.emailVerified === true && isSameEmailAddress(said.email, email)) return;
  throw new ServiceError('invitation_not_yours', { detail: otherAddress(email, said) });
}

/**
 * The answer to a retry of an acceptance: the project as it is now, with the present role. Throws
 * `otherwise` if the user is no member by this invitation.
 */
async function answerAgain(
  services: Needs,
  user: User,
  sha256: string,
  otherwise: ServiceError,
): Promise<DescribedProject> {
  const { clock, invitations, projects } = services;
  const accepted = await invitations.findAccepted(sha256, user.account.accountId, clock());
  const project = accepted && (await projects.getProject(accepted.projectId));
  if (!project || project.deletion) throw otherwise;
  const rule = { requiredRole: 'viewer', reachesDeleted: false } as const;
  const member = await authorizeMember(services, user, accepted.projectId, rule);
  return answerUnchanged(describeProject(member), 'already_member');
}

/**
 * Makes the user a member by an invitation's code, and answers their retry alike; throws
 * invitation_not_found, invitation_not_yours, already_member, project_suspended.
 */
export async function acceptInvitation(
  services: Needs,
  user: User,
  { invitation: code }: InputOf<'acceptInvitation'>,
): Promise<DescribedProject> {
  const { clock, invitations, projects } = services;
  if (!isWellFormedKey(code, 'inv_')) throw notFound();
  const sha256 = hashKey(code);
  const invitation = await invitations.findInvitation(sha256, clock());
  const { projectId = '' } = invitation ?? {};
  const project = invitation && (await projects.getProject(projectId));
  if (!project) return answerAgain(services, user, sha256, notFound());
  await requireAddress(services, user, invitation);
  requireRunning(project, false); // the code stays valid until the project is resumed
  const { accountId } = user.account;
  const outcome = await invitations.acceptInvitation(sha256, accountId, clock());
  if (outcome !== 'joined') {
    // a retry that overtook its first attempt meets it here
    const fault = outcome === 'not_found' ? notFound() : new ServiceError('already_member');
    return answerAgain(services, user, sha256, fault);
  }
  // this call requires no role: the new member is the first to be authorized
  const rule = { requiredRole: invitation.role, reachesDeleted: false };
  return describeProject(await authorizeMember(services, user, projectId, rule));
}
