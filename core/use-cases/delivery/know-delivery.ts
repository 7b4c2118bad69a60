import { RENDITION_VERSION } from '../../images/object-keys.ts';
import type { FoundRendition, RenditionPlace } from '../../ports/images/rendition-store.ts';
import type { Services } from '../../ports/services.ts';
import { monthOf } from '../../projects/plans.ts';
import type { KnownDelivery, PlannedDelivery, PlannedRendition } from './delivery.ts';
import { checkImage, checkOverlays, noteOverlays } from './note-answer.ts';
import type { RenditionPlan } from './plan-delivery.ts';

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

async function findRenditions(
  services: Needs,
  delivery: PlannedDelivery,
): Promise<KnownDelivery['found']> {
  const plans = [delivery.plan, delivery.next].filter((plan) => plan?.kind === 'rendition');
  const find = async (plan: RenditionPlan): Promise<[string, FoundRendition]> => [
    plan.key,
    await services.renditions.find(placeOf(services, delivery, plan)),
  ];
  return new Map(await Promise.all(plans.map(find)));
}

/**
 * The delivery with the records of its renditions. They are read beside the check that its image
 * still exists, which needs the note to be written before. Throws the errors of checkImage.
 */
export async function knowDelivery(
  services: Needs,
  delivery: PlannedDelivery,
): Promise<KnownDelivery> {
  const { image, project } = delivery;
  const isNoted = delivery.isNoted && (await noteOverlays(services, image));
  const [accountPlan, found] = await Promise.all([
    services.projects.getPlan(project.accountId),
    findRenditions(services, delivery),
    checkImage(services, image),
    checkOverlays(services, image),
  ]);
  return { ...delivery, isNoted, accountPlan, found };
}

/** The part of a known delivery that makes one of its renditions. */
export function renditionOf(delivery: KnownDelivery, plan: RenditionPlan): PlannedRendition {
  const found = delivery.found.get(plan.key);
  if (!found) throw new Error('a rendition of another delivery');
  return { ...delivery, plan, found };
}
