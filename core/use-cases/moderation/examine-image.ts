import type { EXAMINED_EVENTS } from '../../events/event-types.ts';
import type { ImageId } from '../../images/ids.ts';
import { type Image, originalIdOf } from '../../images/image-states.ts';
import { originalObjectKey } from '../../images/object-keys.ts';
import type { ImageClassifier } from '../../ports/images/image-classifier.ts';
import type { SubjectFinder } from '../../ports/images/subject-finder.ts';
import type { Services } from '../../ports/services.ts';
import { planDelivery } from '../delivery/plan-delivery.ts';
import { readWhole } from '../delivery/read-stored-object.ts';
import { findFocalPoint } from '../images/find-focal-point.ts';
import { type Classified, classifyImage } from './classify-image.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'projects' | 'objects' | 'imageEngine'>;

/** An image that may have to be examined, and why. */
export interface ExaminedImage {
  readonly imageId: ImageId;
  readonly event: (typeof EXAMINED_EVENTS)[number];
}

/** The services that are asked about an image. */
export interface Examiners {
  readonly classifier: ImageClassifier;
  readonly finder: SubjectFinder;
}

export interface Examined {
  readonly review: Classified;
  readonly hasPoint: boolean;
}

/** Enough for every label, and as JPEG far below the 5 MB of a call. */
const LONGEST_SIDE = 1_600;

/** A JPEG of the upright image, whatever its format; undefined if it is gone or can't be one. */
async function renderJpeg({ objects, imageEngine }: Needs, image: Image) {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const plan = planDelivery({ ...image, overlay: null, watermark: null }, 'jpg', { width });
  if (plan.kind !== 'rendition') return undefined;
  const stored = await objects.get(originalObjectKey(originalIdOf(image)));
  if (!stored) return undefined;
  const engine = await imageEngine();
  return engine.render(await readWhole(stored), plan.transformation);
}

function answerOf<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/**
 * Reviews an image and finds its focal point, each if the project has that setting, with one
 * JPEG (moderation.rekognition, metadata.found-points). Neither waits for the other, and a repeated
 * call repeats only the one that failed. Rejects if a later call could succeed.
 */
export async function examineImage(
  services: Needs,
  { classifier, finder }: Examiners,
  { imageId, event }: ExaminedImage,
): Promise<Examined> {
  const image = await services.images.getImage(imageId);
  // one of the two events of a new image with a review is enough
  const isOther = image?.review !== undefined && event === 'image.saved';
  if (image?.state !== 'saved' || isOther) return { review: 'nothing', hasPoint: false };
  const { settings } = (await services.projects.getOpenProject(image.projectId)) ?? {};
  let jpeg: ReturnType<typeof renderJpeg> | undefined;
  const render = () => {
    jpeg ??= renderJpeg(services, image);
    return jpeg;
  };
  const isReviewed = settings?.moderation === 'rekognition';
  const isPointed = settings?.focalPoints === 'rekognition';
  const [review, hasPoint] = await Promise.allSettled([
    isReviewed ? classifyImage(services, classifier, image, render) : ('nothing' as const),
    isPointed && findFocalPoint(services, finder, image, render),
  ]);
  return { review: answerOf(review), hasPoint: answerOf(hasPoint) };
}
