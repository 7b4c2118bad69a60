import { LIMITS } from '../../foundation/limits.ts';
import { TIMED_OUT, withinDeadline } from '../../foundation/within-deadline.ts';
import { type ImageId, isImageId } from '../../images/ids.ts';
import { RENDITION_VERSION } from '../../images/object-keys.ts';
import type { Services } from '../../ports/services.ts';
import { freeMonth } from '../../projects/counted-month.ts';
import { monthOf, secondsToMonthEnd } from '../../projects/plans.ts';
import { isQuotaOnlyLogged } from '../../projects/quota-mode.ts';
import { canonicalQuery } from '../../transform/canonical-query.ts';
import { textOfPairs } from '../../transform/query-text.ts';
import type { PlannedRendition } from './delivery.ts';

type Needs = Pick<Services, 'clock' | 'renditions' | 'usage' | 'renderQueue' | 'log'>;

/** Whether the plan has a unit left for it, or it costs none. */
async function mayBeCounted(
  { renditions, usage }: Needs,
  { image, project, accountPlan, plan }: PlannedRendition,
  month: string,
): Promise<boolean> {
  const max = accountPlan.maxTransformationsPerMonth;
  if (max === null || isQuotaOnlyLogged({ ...project, plan: accountPlan })) return true;
  const known = await renditions.peek(image.id, plan.key);
  if (known && freeMonth(known, { version: RENDITION_VERSION, month }) !== undefined) return true;
  return (await usage.countTransformations(project.accountId, month)) < max;
}

/** Throws if the queue doesn't take it. */
async function order(
  services: Needs,
  delivery: PlannedRendition,
  imageId: ImageId,
): Promise<number> {
  const now = services.clock();
  if (!(await mayBeCounted(services, delivery, monthOf(now)))) return secondsToMonthEnd(now);
  const { format, key: renditionKey, parameters } = delivery.plan;
  const query = textOfPairs(canonicalQuery(parameters));
  await services.renderQueue.add({ imageId, renditionKey, format, query });
  return LIMITS.forNowMaxAgeSeconds;
}

/**
 * Has a rendition of an image made in the background. Answers the seconds for which the response in
 * its place may be cached. If the month's units are used up it isn't made until the next month
 * (quotas.over-limit). A rendition of a temporary image is never queued: it would be one of its
 * ten. The present response is finished: no fault of a store or a queue refuses it, or holds it
 * longer than renderOrderMs. The next request orders again (delivery.auto).
 */
export async function orderRendition(services: Needs, delivery: PlannedRendition): Promise<number> {
  const { id } = delivery.image;
  if (!isImageId(id)) return Infinity;
  const ordering = order(services, delivery, id).catch((error: unknown) => {
    services.log.error('render not queued', { imageId: id, error: String(error) });
    return LIMITS.forNowMaxAgeSeconds;
  });
  const answer = await withinDeadline(ordering, LIMITS.renderOrderMs);
  if (answer !== TIMED_OUT) return answer;
  services.log.error('render not queued in time', { imageId: id });
  return LIMITS.forNowMaxAgeSeconds;
}
