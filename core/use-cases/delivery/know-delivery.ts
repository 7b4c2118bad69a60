import { RENDITION_VERSION } from '../../images/object-keys.ts';
import type { FoundRendition, RenditionPlace } from '../../ports/images/rendition-store.ts';
import type { Services } from '../../ports/services.ts';
import { monthOf } from '../../projects/plans.ts';
import type { KnownDelivery, PlannedDelivery, PlannedRendition } from './delivery.ts';
import { checkImage, checkOverlays, noteOverlays } from './note-answer.ts';
import { isSlowlyMade, type RenditionPlan } from './plan-delivery.ts';

type Needs = Pick<
  Services,
  'clock' | 'projects' | 'renditions' | 'images' | 'directUploads' | 'log'
>;

/** Where a rendition of a delivery is recorded. */
export function placeOf(
  { clock }: Pick<Needs, 'clock'>,
  { image, project }: Pick<PlannedRendition, 'image' | 'project'>,
  { key }: RenditionPlan,
): RenditionPlace {
  return {
    imageId: image.id,
    accountId: project.accountId,
    projectId: image.projectId,
    renditionKey: key,
    version: RENDITION_VERSION,
    generation: image.generation,
    month: monthOf(clock()),
  };
}

/** The record of a rendition of a delivery, as it is now. */
export function findRendition(
  services: Pick<Needs, 'clock' | 'renditions'>,
  delivery: Pick<PlannedRendition, 'image' | 'project'>,
  plan: RenditionPlan,
): Promise<FoundRendition> {
  return services.renditions.find(placeOf(services, delivery, plan));
}

/**
 * The same record, of an image that is served still, with its overlays. A request may have waited
 * since it looked. Throws the errors of checkImage and checkOverlays.
 */
export async function findServedRendition(
  services: Pick<Needs, 'clock' | 'renditions' | 'images' | 'directUploads'>,
  delivery: Pick<PlannedRendition, 'image' | 'project' | 'plan'>,
): Promise<FoundRendition> {
  const [found] = await Promise.all([
    findRendition(services, delivery, delivery.plan),
    checkImage(services, delivery.image),
    checkOverlays(services, delivery.image),
  ]);
  return found;
}

/** A rendition of a delivery with its record, and the plan of the account that it counts to. */
export async function knowRendition(
  services: Pick<Needs, 'clock' | 'projects' | 'renditions'>,
  delivery: Pick<PlannedRendition, 'image' | 'project' | 'owner' | 'mayLeaveClosed'>,
  plan: RenditionPlan,
): Promise<PlannedRendition> {
  const { image, project, owner, mayLeaveClosed } = delivery;
  const [accountPlan, found] = await Promise.all([
    services.projects.getPlan(project.accountId),
    findRendition(services, delivery, plan),
  ]);
  return { image, project, owner, mayLeaveClosed, plan, accountPlan, found };
}

/** The renditions that openBest may open. */
async function knowRenditions(
  services: Needs,
  delivery: PlannedDelivery,
): Promise<KnownDelivery['renditions']> {
  const { plan, next } = delivery;
  const possible = isSlowlyMade(plan) ? [plan, next] : [plan];
  const plans = possible.filter((one) => one?.kind === 'rendition');
  const known = await Promise.all(plans.map((one) => knowRendition(services, delivery, one)));
  return new Map(known.map((rendition) => [rendition.plan.key, rendition]));
}

/**
 * The delivery with the records of its renditions. They are read beside the check that its image
 * still exists, which needs the note to be written before. Throws the errors of checkImage.
 */
export async function knowDelivery(
  services: Needs,
  delivery: PlannedDelivery,
): Promise<KnownDelivery> {
  const { image } = delivery;
  const isNoted = delivery.isNoted && (await noteOverlays(services, image));
  const [renditions] = await Promise.all([
    knowRenditions(services, delivery),
    checkImage(services, image),
    checkOverlays(services, image),
  ]);
  return { ...delivery, isNoted, renditions };
}

/** A rendition of a known delivery. */
export function renditionOf({ renditions }: KnownDelivery, { key }: RenditionPlan) {
  const rendition = renditions.get(key);
  if (!rendition) throw new Error('a rendition of another delivery');
  return rendition;
}
