import type { Services } from '../../ports/services.ts';
import type { KnownDelivery, OpenedDelivery, OpenedImage } from './delivery.ts';
import { renditionOf } from './know-delivery.ts';
import { openRendition, openStoredRendition, type RenditionNeeds } from './open-rendition.ts';
import { openedOriginal } from './open-served-image.ts';
import { isSlowlyMade, type ServablePlan } from './plan-delivery.ts';
import { orderRendition } from './queue-rendition.ts';
import { leaveUnread } from './read-stored-object.ts';

type Needs = RenditionNeeds & Pick<Services, 'renderQueue'>;

/**
 * The stored image where it is the next possible response and has fewer bytes
 * (delivery.never-larger).
 */
async function neverLarger(
  services: Needs,
  { image, next, mayLeaveClosed }: KnownDelivery,
  served: OpenedImage,
): Promise<OpenedImage> {
  if (next?.kind !== 'stored' || served.bytes < image.facts.bytes) return served;
  if (!mayLeaveClosed) await leaveUnread(await served.open());
  return { ...openedOriginal(services, image), kept: served.kept };
}

async function openPlan(
  services: Needs,
  delivery: KnownDelivery,
  plan: ServablePlan,
): Promise<OpenedImage> {
  if (plan.kind === 'stored') return openedOriginal(services, delivery.image);
  return openRendition(services, renditionOf(delivery, plan));
}

/**
 * Opens the best response: the stored image, or a rendition, found or made. If making it would take
 * long and there is another, it serves that one for now and makes the first in the background.
 * Throws the errors of openRendition.
 */
export async function openBest(services: Needs, delivery: KnownDelivery): Promise<OpenedDelivery> {
  const { plan, next } = delivery;
  const best = async (served: OpenedImage) => {
    const least = await neverLarger(services, delivery, served);
    return { ...delivery, ...least, maxSeconds: Infinity };
  };
  if (next === undefined || !isSlowlyMade(plan)) {
    return best(await openPlan(services, delivery, plan));
  }
  const slow = renditionOf(delivery, plan);
  const stored = await openStoredRendition(services, slow);
  if (stored) return best(stored);
  const served = await openPlan(services, delivery, next);
  return { ...delivery, ...served, maxSeconds: await orderRendition(services, slow) };
}
