import { pointOfFaces, pointOfObjects } from '../../images/detected-point.ts';
import type { Image } from '../../images/image-states.ts';
import type { SubjectFinder } from '../../ports/images/subject-finder.ts';
import type { Services } from '../../ports/services.ts';

/** The point of the faces, else of an object, which is asked for only then: each is a price. */
async function findPoint(finder: SubjectFinder, jpeg: Uint8Array) {
  const faces = await finder.findFaces(jpeg);
  if (!faces) return undefined;
  return pointOfFaces(faces) ?? pointOfObjects((await finder.findObjects(jpeg)) ?? []);
}

/**
 * Sets the focal point of a new image, and answers whether it did (metadata.found-points). Nothing
 * is asked about an animation, an image with a point, or one whose point or renditions were ever
 * changed. So a user who gave or removed the point wins over a repeated message. Rejects if a later
 * call could succeed.
 */
export async function findFocalPoint(
  { clock, images }: Pick<Services, 'clock' | 'images'>,
  finder: SubjectFinder,
  image: Image,
  renderJpeg: () => Promise<Uint8Array | undefined>,
): Promise<boolean> {
  if (image.generation > 0 || image.focalPoint !== null || image.frames > 1) return false;
  const jpeg = await renderJpeg();
  const point = jpeg && (await findPoint(finder, jpeg));
  return point !== undefined && images.addFocalPoint(image.imageId, point, clock());
}
