import type { DescribedAccount } from '../../api/calls/accounts.ts';
import type { Services } from '../../ports/services.ts';
import type { Plan } from '../../projects/plans.ts';
import type { User } from '../access/authenticate-user.ts';

/** The choices of a plan beside its limits. */
const flagsOf = ({ mayExceedQuota = false, refusesOverBandwidth = false }: Plan) => ({
  mayExceedQuota,
  refusesOverBandwidth,
});

/** A user's own account, as they may see it. */
export async function getAccount(
  { accounts, memberships }: Pick<Services, 'accounts' | 'memberships'>,
  { account }: User,
): Promise<DescribedAccount> {
  const { accountId, identity, plan, createdAt, deletedAt } = account;
  // a user with a token has an identity; the operator's account has none, so no user signs in to it
  if (!identity) throw new Error(`${accountId} has no identity`);
  const own = await memberships.listProjectsOf(accountId);
  const { name, maxImages, maxTransformationsPerMonth, maxBandwidthBytesPerMonth } = plan;
  const { maxProjects } = plan;
  const limits = { maxImages, maxTransformationsPerMonth, maxBandwidthBytesPerMonth, maxProjects };
  return {
    accountId,
    plan: { name, ...limits, ...flagsOf(plan) },
    createdAt: new Date(createdAt).toISOString(),
    deletedAt: deletedAt === undefined ? null : new Date(deletedAt).toISOString(),
    issuer: identity.issuer,
    projects: {
      memberOf: own.length,
      // not by role: of several owners one has it on their plan
      owned: await accounts.countProjects(accountId),
    },
  };
}
