import {
  DetectModerationLabelsCommand,
  type ModerationLabel,
  type RekognitionClient,
} from '@aws-sdk/client-rekognition';
import type { ReviewLabel } from '../../core/images/review.ts';
import type { ImageClassifier } from '../../core/ports/images/image-classifier.ts';
import { unlessRefused } from './unless-refused.ts';

/** Amazon Rekognition API, DetectModerationLabels: its own default, in per cent. */
const MIN_CONFIDENCE = 50;
/** More labels of one image say nothing more to a reviewer. */
const MAX_LABELS = 20;

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
      const answer = await unlessRefused(client.send(command));
      return answer && (answer.ModerationLabels ?? []).map(labelOf).slice(0, MAX_LABELS);
    },
  };
}
