import {
  type BoundingBox,
  DetectFacesCommand,
  DetectLabelsCommand,
  type RekognitionClient,
} from '@aws-sdk/client-rekognition';
import type { DetectedBox } from '../../core/images/detected-point.ts';
import type { SubjectFinder } from '../../core/ports/images/subject-finder.ts';
import { unlessRefused } from './unless-refused.ts';

/** As `FaceDetail` of DetectFaces and `Instance` of DetectLabels have them. */
interface Found {
  readonly BoundingBox?: BoundingBox | undefined;
  readonly Confidence?: number | undefined;
}

/** Amazon Rekognition API, BoundingBox: ratios of the image's sides, also beyond its edges. */
function boxOf({ BoundingBox = {}, Confidence = 0 }: Found): DetectedBox {
  const { Left = 0, Top = 0, Width = 0, Height = 0 } = BoundingBox;
  return { left: Left, top: Top, width: Width, height: Height, confidence: Confidence };
}

/** Faces and labels of Amazon Rekognition, each call at its price. */
export function createRekognitionFinder(client: RekognitionClient): SubjectFinder {
  return {
    findFaces: async (jpeg) => {
      const command = new DetectFacesCommand({ Image: { Bytes: jpeg } });
      const answer = await unlessRefused(client.send(command));
      return answer && (answer.FaceDetails ?? []).map(boxOf);
    },
    findObjects: async (jpeg) => {
      const command = new DetectLabelsCommand({ Image: { Bytes: jpeg } });
      const answer = await unlessRefused(client.send(command));
      return answer && (answer.Labels ?? []).flatMap(({ Instances = [] }) => Instances.map(boxOf));
    },
  };
}
