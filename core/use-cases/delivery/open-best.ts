import type { Services } from '../../ports/services.ts';
import { openStoredRendition, type RenditionNeeds } from './open-rendition.ts';
import { type Asker, type OpenedImage, openPlannedImage, servedOf } from './open-served-image.ts';
import { isSlowlyMade, type ServablePlan } from './plan-delivery.ts';
import { orderRendition } from './queue-rendition.ts';
import type { ServedImage } from './served-image.ts';

type Needs = RenditionNeeds & Pick<Services, 'renderQueue'>;

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
    return { served: await openPlannedImage(services, image, best, asker), maxSeconds: Infinity };
  }
  const stored = await openStoredRendition(services, image, { ...asker, key: best.key });
  if (stored) {
    return { served: servedOf(services, image, best.format, stored), maxSeconds: Infinity };
  }
  const served = await openPlannedImage(services, image, next, asker);
  return { served, maxSeconds: await orderRendition(services, image, best) };
}
