import { ServiceError } from '../../foundation/service-error.ts';
import type { QueuedRender } from '../../ports/images/render-queue.ts';
import { parseCanonicalQuery } from '../../transform/canonical-query.ts';
import type { Parameters as TransformationParameters } from '../../transform/parameters.ts';
import { pairsOfQueryText } from '../../transform/query-text.ts';
import { withOverlays } from './find-requested-image.ts';
import { findServedImage, notFound } from './find-served-image.ts';
import { openRendition, type RenditionNeeds } from './open-rendition.ts';
import { planDelivery } from './plan-delivery.ts';
import type { ServedImage } from './served-image.ts';

type Needs = RenditionNeeds & Parameters<typeof findServedImage>[0];

/** The image with the overlays that it must have by now. */
async function findMarkedImage(
  services: Needs,
  id: QueuedRender['imageId'],
  parameters: TransformationParameters,
): Promise<ServedImage> {
  const found = await findServedImage(services, id);
  const settings = await services.projects.getSettings(found.projectId);
  if (!settings) throw notFound(id);
  return withOverlays(services, found, { parameters, watermark: settings.watermark });
}

/**
 * Makes a rendition that delivery queued, unless it exists; the claim prevents a second one. The
 * owner is the same for every attempt. Throws the errors of openRendition, and the 404 of a deleted
 * image.
 */
export async function renderQueued(
  services: Needs,
  { imageId, format, query }: QueuedRender,
  owner: string,
): Promise<void> {
  const { parameters, errors } = parseCanonicalQuery(pairsOfQueryText(query));
  if (errors.length > 0) throw new ServiceError('invalid_parameter');
  const image = await findMarkedImage(services, imageId, parameters);
  const plan = planDelivery(image.facts, format, parameters);
  if (plan.kind !== 'rendition') return;
  const { transformation, key, price } = plan;
  const wanted = { key, price, owner, mayLeaveClosed: true };
  await openRendition(services, image, transformation, wanted);
}
