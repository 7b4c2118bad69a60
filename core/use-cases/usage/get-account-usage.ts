import type { DescribedUsage } from '../../api/calls/projects.ts';
import type { Services } from '../../ports/services.ts';
import { monthOf } from '../../projects/plans.ts';
import type { User } from '../access/authenticate-user.ts';
import { describeUsage } from './describe-usage.ts';

/** The total usage of all projects of a user's account in this month (calls.get-usage). */
export async function getAccountUsage(
  { clock, usage }: Pick<Services, 'clock' | 'usage'>,
  { account }: Pick<User, 'account'>,
): Promise<DescribedUsage> {
  const now = clock();
  return describeUsage(await usage.ofAccount(account.accountId, monthOf(now)), account.plan, now);
}
