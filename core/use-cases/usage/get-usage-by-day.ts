import type { ResultOf } from '../../api/call-types.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { describeUsageByDay } from './describe-usage-by-day.ts';

/** The usage of the caller's project on each of the last 31 days (calls.get-usage-by-day). */
export async function getUsageByDay(
  services: Pick<Services, 'clock' | 'usage'>,
  { project }: Caller,
): Promise<ResultOf<'getUsageByDay'>> {
  return { days: await describeUsageByDay(services, project.projectId) };
}
