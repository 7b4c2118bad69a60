import { type DayCount, dayOf } from '../../metering/usage-days.ts';
import type { Services } from '../../ports/services.ts';

/** The ports that counting by day needs. */
export type DayCountNeeds = Pick<Services, 'clock' | 'usage' | 'log'>;

/**
 * Counts one more of a kind to today, for the report by day (calls.get-usage-by-day). A failed
 * write is logged and changes no response: the quotas have counters of their own.
 */
export async function countOnDay(
  { clock, usage, log }: DayCountNeeds,
  projectId: string,
  kind: DayCount,
): Promise<void> {
  try {
    await usage.countOnDay({ projectId, day: dayOf(clock()), kind });
  } catch (error) {
    log.info('day not counted', { projectId, kind, error: error as Error });
  }
}
