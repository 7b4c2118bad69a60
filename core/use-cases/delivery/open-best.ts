import type { Services } from '../../ports/services.ts';
import { openStoredRendition, type RenditionNeeds } from './open-rendition.ts';
import { type Asker, type OpenedImage, openPlannedImage, servedOf } from './open-served-image.ts';
import { isSlowlyMade, type ServablePlan } from './plan-delivery.ts';
import { orderRendition } from './queue-rendition.ts';
import { leaveUnread } from './read-stored-object.ts';
import type { ServedImage } from './served-image.ts';

type Needs = RenditionNeeds & Pick<Services, 'renderQueue'>;

/**
 * The stored image where it is the next possible response and has fewer bytes
 * (delivery.never-larger).
 */
async function neverLarger(
  services: Needs,
  image: ServedImage,
  served: OpenedImage,
  next: ServablePlan | undefined,
  { mayLeaveClosed }: Asker,
): Promise<OpenedImage> {
  if (next?.kind !== 'stored' || served.bytes < image.facts.bytes) return served;
  if (!mayLeaveClosed) await leaveUnread(await served.open());
  return servedOf(services, image, next.format);
}

export interface BestImage {
  readonly served: OpenedImage;
  /** The maximum cache lifetime, because a better response may follow. */
  readonly maxSeconds: number;
}

/**
 * Opens the first possible response. If making it would take long and there is another, it serves
 * that one for now and makes the first in the background.
 */
export async function openBest(
  services: Needs,
  image: ServedImage,
  [best, next]: readonly ServablePlan[],
  asker: Asker,
): Promise<BestImage> {
  if (best === undefined) throw new Error('nothing may be served');
  if (next === undefined || !isSlowlyMade(best)) {
    const served = await openPlannedImage(services, image, best, asker);
    const least = await neverLarger(services, image, served, next, asker);
    return { served: least, maxSeconds: Infinity };
  }
  const stored = await openStoredRendition(services, image, { ...asker, key: best.key });
  if (stored) {
    const served = servedOf(services, image, best.format, stored);
    const least = await neverLarger(services, image, served, next, asker);
    return { served: least, maxSeconds: Infinity };
  }
  const served = await openPlannedImage(services, image, next, asker);
  return { served, maxSeconds: await orderRendition(services, image, best) };
}
