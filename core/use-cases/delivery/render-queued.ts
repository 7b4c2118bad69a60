import { ServiceError } from '../../foundation/service-error.ts';
import type { QueuedRender } from '../../ports/images/render-queue.ts';
import type { Services } from '../../ports/services.ts';
import { parseCanonicalQuery } from '../../transform/canonical-query.ts';
import { pairsOfQueryText } from '../../transform/query-text.ts';
import { withOverlays } from './authorize-delivery.ts';
import { findServedImage, notFound } from './find-served-image.ts';
import { knowRendition } from './know-delivery.ts';
import { openRendition, type RenditionNeeds } from './open-rendition.ts';
import { planDelivery } from './plan-delivery.ts';

type Needs = RenditionNeeds & Pick<Services, 'projects'> & Parameters<typeof findServedImage>[0];

/**
 * Makes a rendition that delivery queued, with the overlays that it must have by now, unless it
 * exists; the claim prevents a second one. The owner is the same for every attempt. Throws the
 * errors of openRendition, and the 404 of a deleted image.
 */
export async function renderQueued(
  services: Needs,
  { imageId, format, query }: QueuedRender,
  owner: string,
): Promise<void> {
  const { parameters, errors } = parseCanonicalQuery(pairsOfQueryText(query));
  if (errors.length > 0) throw new ServiceError('invalid_parameter');
  const found = await findServedImage(services, imageId);
  const project = await services.projects.getOpenProject(found.projectId);
  if (!project) throw notFound(imageId);
  const { watermark } = project.settings;
  const image = await withOverlays(services, found, parameters.overlay, watermark);
  const plan = planDelivery(image.facts, format, parameters);
  if (plan.kind !== 'rendition') return;
  const delivery = { image, project, owner, mayLeaveClosed: true };
  const rendition = await knowRendition(services, delivery, plan);
  await (await openRendition(services, rendition)).kept;
}
