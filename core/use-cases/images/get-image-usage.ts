import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { type DayTraffic, reportedDays } from '../../metering/usage-days.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { findImage } from './find-image.ts';

const NOTHING: DayTraffic = { requests: 0, bytes: 0 };

/**
 * Requests and bytes of a saved image of the caller's project on each of the last 31 days in UTC,
 * oldest first. Throws image_not_found (calls.get-image-usage).
 */
export async function getImageUsage(
  services: Pick<Services, 'images' | 'usage' | 'clock'>,
  caller: Caller,
  input: InputOf<'getImageUsage'>,
): Promise<ResultOf<'getImageUsage'>> {
  const { imageId } = await findImage(services, caller, input.imageId);
  const days = reportedDays(services.clock());
  const sent = await services.usage.ofImage(imageId, days);
  return {
    imageId,
    days: days.map((date) => {
      const { requests, bytes } = sent.get(date) ?? NOTHING;
      return { date, requests, bandwidthBytes: bytes };
    }),
  };
}
