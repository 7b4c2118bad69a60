import type { Services } from '../../ports/services.ts';
import { openStoredRendition, type RenditionNeeds } from './open-rendition.ts';
import { type Asker, type OpenedImage, openPicture, servedOf } from './open-served-image.ts';
import { isSlowlyMade, type ServablePlan } from './plan-delivery.ts';
import { orderRendition } from './queue-rendition.ts';
import type { ServedImage } from './served-image.ts';

type Needs = RenditionNeeds & Pick<Services, 'usage' | 'renderQueue'>;

export interface BestImage {
  readonly served: OpenedImage;
  /** How long it may be kept at most: a better one may come. */
  readonly maxSeconds: number;
}

/**
 * Opens the first of what may be served, unless making it would take long and there is another:
 * that is served for now then, and the first is made in the background.
 */
export async function openBest(
  services: Needs,
  picture: ServedImage,
  [best, next]: readonly ServablePlan[],
  asker: Asker,
): Promise<BestImage> {
  if (best === undefined) throw new Error('nothing may be served');
  if (next === undefined || !isSlowlyMade(best)) {
    return { served: await openPicture(services, picture, best, asker), maxSeconds: Infinity };
  }
  const stored = await openStoredRendition(services, picture, { ...asker, key: best.key });
  if (stored) {
    return { served: servedOf(services, picture, best.format, stored), maxSeconds: Infinity };
  }
  const served = await openPicture(services, picture, next, asker);
  return { served, maxSeconds: await orderRendition(services, picture, best) };
}
