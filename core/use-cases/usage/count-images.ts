import { type AnyImageId, type ImageId, isImageId } from '../../images/ids.ts';
import type { ImageMonthTraffic, Tally } from '../../metering/tally-access-log.ts';
import { reportedDays } from '../../metering/usage-days.ts';
import { type ImageDays, MAX_IMAGES_COUNTED_TOGETHER } from '../../ports/projects/usage-store.ts';
import type { Services } from '../../ports/services.ts';

/** Whether an image is saved and not deleted: only then its numbers can be read. */
export type IsCounted = (id: AnyImageId) => Promise<boolean>;

interface SavedTraffic extends ImageMonthTraffic {
  readonly id: ImageId;
}

const isSaved = (image: ImageMonthTraffic): image is SavedTraffic => isImageId(image.id);

/** The days of an image that can be reported. */
function reportedOf({ id, month, days }: SavedTraffic, oldest: string): ImageDays {
  const reported = [...days].filter(([day]) => day >= oldest);
  return { imageId: id, month, days: new Map(reported) };
}

/**
 * Counts what a part of a log says of each image, for the report of the image alone
 * (calls.get-image-usage). Images that don't exist, or are deleted, are left out, so that addresses
 * which a stranger makes up write nothing. The images of one write are the same at every attempt.
 */
export async function countImages(
  { clock, usage }: Pick<Services, 'clock' | 'usage'>,
  part: string,
  tally: Pick<Tally, 'images'>,
  isCounted: IsCounted,
): Promise<void> {
  const all = tally.images.filter(isSaved);
  const [oldest = ''] = reportedDays(clock());
  for (let at = 0; at < all.length; at += MAX_IMAGES_COUNTED_TOGETHER) {
    const together = all.slice(at, at + MAX_IMAGES_COUNTED_TOGETHER);
    const known = await Promise.all(together.map(({ id }) => isCounted(id)));
    const images = together
      .filter((_, index) => known[index])
      .map((image) => reportedOf(image, oldest))
      .filter(({ days }) => days.size > 0);
    if (images.length === 0) continue;
    await usage.countImages({ part: `${part}#images#${at}`, images, now: clock() });
  }
}
