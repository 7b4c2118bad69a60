import type { DescribedUsage } from '../../api/calls/projects.ts';
import type { Services } from '../../ports/services.ts';
import { monthOf } from '../../projects/plans.ts';
import type { Caller } from '../access/authenticate.ts';
import type { User } from '../access/authenticate-user.ts';
import { describeUsage } from './describe-usage.ts';
import { getAccountUsage } from './get-account-usage.ts';

/**
 * A project's usage of its account's plan in this month; for a user without a project, the usage of
 * their account (calls.get-usage).
 */
export async function getUsage(
  services: Pick<Services, 'clock' | 'usage'>,
  caller: Caller | User,
): Promise<DescribedUsage> {
  if (!('project' in caller)) return getAccountUsage(services, caller);
  const { project } = caller;
  const now = services.clock();
  return describeUsage(await services.usage.ofProject(project, monthOf(now)), project.plan, now);
}
