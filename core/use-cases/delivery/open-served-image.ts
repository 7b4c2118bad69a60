import { originalObjectKey } from '../../images/object-keys.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Rendition } from '../../ports/images/rendition-store.ts';
import type { Services } from '../../ports/services.ts';
import type { OpenedImage, PlannedRendition } from './delivery.ts';
import { notFound } from './find-served-image.ts';
import type { ServedImage } from './served-image.ts';

type Needs = Pick<Services, 'objects'>;

/** The one place that sends an original; no plan of a project with a watermark leads here. */
async function openOriginal({ objects }: Needs, { id, facts }: ServedImage): Promise<StoredObject> {
  if (facts.watermark) throw new Error('an image must not be served without its watermark');
  const stored = await objects.get(originalObjectKey(id), facts.bytes);
  if (!stored) throw notFound(id); // deleted between the record and the bytes
  return stored;
}

/** The stored image. */
export function openedOriginal(services: Needs, image: ServedImage): OpenedImage {
  const { bytes, sha256, format: servedFormat } = image.facts;
  const open = () => openOriginal(services, image);
  return { servedFormat, bytes, sha256, isOverQuota: false, open, kept: undefined };
}

/** A rendition, or the stored image in its place (delivery.never-larger). */
export function openedRendition(
  services: Needs,
  { image, plan }: PlannedRendition,
  { bytes, sha256, isOriginal }: Rendition,
  { open, kept }: Pick<OpenedImage, 'open' | 'kept'>,
): OpenedImage {
  if (isOriginal) return { ...openedOriginal(services, image), kept };
  return { servedFormat: plan.format, bytes, sha256, isOverQuota: false, open, kept };
}
