import { THUMBNAIL, THUMBNAIL_FORMAT } from '../../projects/thumbnail-address.ts';
import { type DeliveryPlan, type KnownFacts, planDelivery } from './plan-delivery.ts';

/** No parameters of a request make a key that begins so. */
const KEY_PREFIX = 'thumbnail-';

/**
 * The thumbnail of an image: without the watermark of its project, never the stored image in its
 * place, and counted in no quota (quotas.thumbnails).
 */
export function planThumbnail(facts: KnownFacts): DeliveryPlan {
  const plain = { ...facts, watermark: null, overlay: null };
  const plan = planDelivery(plain, THUMBNAIL_FORMAT, THUMBNAIL);
  if (plan.kind !== 'rendition') return plan;
  const transformation = { ...plan.transformation, mayServeOriginal: false };
  return { ...plan, transformation, key: KEY_PREFIX + plan.key, isFree: true };
}
