import { type Asker, type OpenedPicture, openPicture, servedOf } from './open-picture.ts';
import { openStoredRendition, type RenditionNeeds } from './open-rendition.ts';
import { isSlowlyMade, type ServablePlan } from './plan-delivery.ts';
import type { ServedPicture } from './served-picture.ts';

/** Opens the first of what may be served, unless making it would take long and there is another. */
export async function openBest(
  services: RenditionNeeds,
  picture: ServedPicture,
  [best, next]: readonly ServablePlan[],
  asker: Asker,
): Promise<OpenedPicture> {
  if (best === undefined) throw new Error('nothing may be served');
  if (next === undefined || !isSlowlyMade(best)) {
    return openPicture(services, picture, best, asker);
  }
  const stored = await openStoredRendition(services, picture, { ...asker, key: best.key });
  if (stored) return servedOf(services, picture, best.format, stored);
  return openPicture(services, picture, next, asker);
}
