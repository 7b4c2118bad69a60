import type { Image } from '../../images/image-states.ts';
import { isPending } from '../../images/review.ts';
import type { ImageClassifier } from '../../ports/images/image-classifier.ts';
import type { Services } from '../../ports/services.ts';

export type Classified = 'approved' | 'left' | 'nothing';

/**
 * Approves a pending image without labels; any other one is left to a member, with its labels. So
 * is an animation: it has frames that a classifier would not see. Answers `nothing` if no decision
 * is pending. Rejects if a later call could succeed.
 */
export async function classifyImage(
  { clock, images }: Pick<Services, 'clock' | 'images'>,
  classifier: ImageClassifier,
  image: Image,
  renderJpeg: () => Promise<Uint8Array | undefined>,
): Promise<Classified> {
  const { imageId, review } = image;
  if (!review || !isPending(image)) return 'nothing';
  const read = { imageId, secret: review.secret };
  const isKnown = review.labels.length > 0; // by an earlier try of the same message
  if (isKnown || image.frames > 1) return 'left';
  const jpeg = await renderJpeg();
  const labels = jpeg && (await classifier.findLabels(jpeg));
  if (labels?.length === 0) {
    const verdict = { state: 'approved', reason: null, reviewedBy: 'rekognition' } as const;
    const isDone = await images.endReview(read, { ...verdict, reviewedAt: clock() });
    return isDone ? 'approved' : 'nothing';
  }
  if (labels) await images.noteLabels(read, labels);
  return 'left';
}
