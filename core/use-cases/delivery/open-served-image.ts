import { originalObjectKey } from '../../images/object-keys.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Rendition } from '../../ports/images/rendition-store.ts';
import type { Services } from '../../ports/services.ts';
import type { OpenedImage, PlannedRendition } from './delivery.ts';
import { originalMissing } from './note-answer.ts';
import type { ServedImage } from './served-image.ts';

type Needs = Pick<Services, 'objects' | 'clock' | 'images' | 'directUploads'>;

/** The one place that sends an original; no plan of a project with a watermark leads here. */
async function openOriginal(services: Needs, image: ServedImage): Promise<StoredObject> {
  const { originalId, facts } = image;
  if (facts.watermark) throw new Error('an image must not be served without its watermark');
  const stored = await services.objects.get(originalObjectKey(originalId), facts.bytes);
  if (!stored) throw await originalMissing(services, image);
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
