import { originalObjectKey } from '../../images/object-keys.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Rendition } from '../../ports/images/rendition-store.ts';
import type { Format } from '../../transform/formats.ts';
import { notFound } from './find-served-image.ts';
import type { OpenedRendition } from './make-rendition.ts';
import { openRendition, type RenditionNeeds } from './open-rendition.ts';
import type { ServablePlan } from './plan-delivery.ts';
import type { ServedImage } from './served-image.ts';

/** An image or a rendition to serve, its bytes not yet read. */
export interface OpenedImage extends Pick<Rendition, 'bytes' | 'sha256'> {
  readonly format: Format;
  /** The stored image in place of a rendition that exceeds the plan (quotas.over-limit). */
  readonly isStandIn: boolean;
  open(): Promise<StoredObject>;
}

/** The request for an image, and whether its bytes may turn out not to be needed. */
export interface Asker {
  /** The same for every attempt of one request. */
  readonly owner: string;
  readonly mayLeaveClosed: boolean;
}

/** The one place that sends an original; no plan of a project with a watermark leads here. */
async function openOriginal(
  { objects }: Pick<RenditionNeeds, 'objects'>,
  { id, facts }: ServedImage,
): Promise<StoredObject> {
  if (facts.watermark) throw new Error('an image must not be served without its watermark');
  const stored = await objects.get(originalObjectKey(id), facts.bytes);
  if (!stored) throw notFound(id); // deleted between the record and the bytes
  return stored;
}

/** The rendition to serve, or the stored image in its place (delivery.never-larger). */
export function servedOf(
  services: Pick<RenditionNeeds, 'objects'>,
  image: ServedImage,
  format: Format,
  opened?: OpenedRendition,
): OpenedImage {
  const isStandIn = opened?.isStandIn ?? false;
  if (opened && !opened.rendition.isOriginal) {
    const { bytes, sha256 } = opened.rendition;
    return { format, bytes, sha256, isStandIn, open: opened.open };
  }
  const { bytes, sha256, format: own } = image.facts;
  return { format: own, bytes, sha256, isStandIn, open: () => openOriginal(services, image) };
}

/**
 * Opens the result of a plan: the stored image, or a rendition, found or made. Throws the errors of
 * openRendition.
 */
export async function openPlannedImage(
  services: RenditionNeeds,
  image: ServedImage,
  plan: ServablePlan,
  asker: Asker,
): Promise<OpenedImage> {
  if (plan.kind === 'stored') return servedOf(services, image, plan.format);
  const { transformation, key, price, isFree = false } = plan;
  const wanted = { ...asker, key, price, isFree };
  const opened = await openRendition(services, image, transformation, wanted);
  return servedOf(services, image, plan.format, opened);
}
