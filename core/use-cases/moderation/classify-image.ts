import type { ImageId } from '../../images/ids.ts';
import type { Image } from '../../images/image-states.ts';
import { originalObjectKey } from '../../images/object-keys.ts';
import { isPending, type ReviewLabel } from '../../images/review.ts';
import type { ImageClassifier } from '../../ports/images/image-classifier.ts';
import type { Services } from '../../ports/services.ts';
import { planDelivery } from '../delivery/plan-delivery.ts';
import { readWhole } from '../delivery/read-stored-object.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'projects' | 'objects' | 'imageEngine'>;

/** Enough for every label, and as JPEG far below the 5 MB of a call. */
const LONGEST_SIDE = 1_600;

/** A JPEG of the image, whatever its format; undefined if it is gone or can't be one. */
async function renderJpeg({ objects, imageEngine }: Needs, image: Image) {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const plan = planDelivery({ ...image, overlay: null, watermark: null }, 'jpg', { width });
  if (plan.kind !== 'rendition') return undefined;
  const stored = await objects.get(originalObjectKey(image.imageId));
  if (!stored) return undefined;
  const engine = await imageEngine();
  return engine.render(await readWhole(stored), plan.transformation);
}

/** Undefined if the classifier can't tell: an animation has frames that it would not see. */
async function findLabels(
  services: Needs,
  classifier: ImageClassifier,
  image: Image,
): Promise<readonly ReviewLabel[] | undefined> {
  if (image.frames > 1) return undefined;
  const jpeg = await renderJpeg(services, image);
  return jpeg && classifier.findLabels(jpeg);
}

export type Classified = 'approved' | 'left' | 'nothing';

/**
 * Approves a pending image without labels; any other one is left to a member, with its labels.
 * Answers `nothing` if no decision is pending, or the project has another reviewer
 * (moderation.rekognition). Rejects if a later call could succeed.
 */
export async function classifyImage(
  services: Needs,
  classifier: ImageClassifier,
  imageId: ImageId,
): Promise<Classified> {
  const { images, projects, clock } = services;
  const image = await images.getImage(imageId);
  if (image?.state !== 'saved' || !isPending(image)) return 'nothing';
  const settings = await projects.getSettings(image.projectId);
  if (settings?.moderation !== 'rekognition') return 'nothing';
  const labels = await findLabels(services, classifier, image);
  if (labels?.length === 0) {
    const verdict = { state: 'approved', reason: null, reviewedBy: 'rekognition' } as const;
    const isDone = await images.endReview(imageId, { ...verdict, reviewedAt: clock() });
    return isDone ? 'approved' : 'nothing';
  }
  if (labels) await images.noteLabels(imageId, labels);
  return 'left';
}
