import { type ImageId, isImageId } from '../../images/ids.ts';
import { isOpen, isPrivate } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';
import { parametersOfText } from '../../projects/stored-query.ts';
import type { OverlayFacts } from '../../transform/overlay.ts';
import type { DrawnOverlays } from './plan-delivery.ts';

/** The project whose images may be drawn, and whether private ones may be. */
interface Drawable {
  readonly projectId: string;
  readonly mayShowPrivate: boolean;
}

/** A saved image of the project that may be drawn over others; null if there is none. */
async function findOverlay(
  { images }: Pick<Services, 'images'>,
  { projectId, mayShowPrivate }: Drawable,
  id: string | undefined,
): Promise<OverlayFacts | null> {
  if (id === undefined || !isImageId(id)) return null;
  const image = await images.getImage(id);
  if (!isOpen(image) || image.projectId !== projectId) return null;
  if (isPrivate(image) && !mayShowPrivate) return null;
  const { originalId, generation, width, height } = image;
  const replaced = originalId === undefined ? {} : { originalId };
  return { imageId: id, ...replaced, generation, width, height };
}

/**
 * The overlays of a request, from the records of their images, as they are now. A private image is
 * drawn over private ones alone, for the viewers of those. The project's own watermark is drawn
 * over all, since the project chose to show it.
 */
export async function findOverlays(
  services: Pick<Services, 'images'>,
  { projectId, watermark, mayShowPrivate }: Drawable & { readonly watermark: string | null },
  overlay: string | undefined,
): Promise<DrawnOverlays> {
  const parameters = watermark === null ? undefined : parametersOfText(watermark);
  const [requested, rule] = await Promise.all([
    findOverlay(services, { projectId, mayShowPrivate }, overlay),
    findOverlay(services, { projectId, mayShowPrivate: true }, parameters?.overlay),
  ]);
  return { overlay: requested, watermark: parameters ? { parameters, facts: rule } : null };
}

/** The overlays as a text, to compare them. */
export function overlayText({ overlay, watermark }: DrawnOverlays): string {
  return JSON.stringify([overlay, watermark]);
}

/** The images that are drawn over a result, beside the image itself. */
export function overlayIds({ overlay, watermark }: DrawnOverlays): readonly ImageId[] {
  const drawn = [overlay, watermark?.facts].filter((facts) => !!facts);
  return [...new Set(drawn.map(({ imageId }) => imageId))];
}
