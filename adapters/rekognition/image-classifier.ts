import {
  DetectModerationLabelsCommand,
  type ModerationLabel,
  type RekognitionClient,
} from '@aws-sdk/client-rekognition';
import type { ReviewLabel } from '../../core/images/review.ts';
import type { ImageClassifier } from '../../core/ports/images/image-classifier.ts';

/** Amazon Rekognition API, DetectModerationLabels: its own default, in per cent. */
const MIN_CONFIDENCE = 50;
/** More labels of one image say nothing more to a reviewer. */
const MAX_LABELS = 20;

/** Amazon Rekognition API, DetectModerationLabels: errors that the same bytes have again. */
const OF_THE_IMAGE = ['ImageTooLargeException', 'InvalidImageFormatException'];

function labelOf({ Name = '', Confidence = 0 }: ModerationLabel): ReviewLabel {
  return { name: Name, confidence: Math.round(Confidence * 10) / 10 };
}

/** Moderation labels of Amazon Rekognition. */
export function createRekognitionClassifier(client: RekognitionClient): ImageClassifier {
  return {
    findLabels: async (jpeg) => {
      const command = new DetectModerationLabelsCommand({
        Image: { Bytes: jpeg },
        MinConfidence: MIN_CONFIDENCE,
      });
      try {
        const { ModerationLabels = [] } = await client.send(command);
        return ModerationLabels.map(labelOf).slice(0, MAX_LABELS);
      } catch (error) {
        if (OF_THE_IMAGE.includes((error as Error).name)) return undefined;
        throw error;
      }
    },
  };
}
