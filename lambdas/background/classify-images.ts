import { RekognitionClient } from '@aws-sdk/client-rekognition';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createRekognitionClassifier } from '../../adapters/rekognition/image-classifier.ts';
import { type ImageId, isImageId } from '../../core/images/ids.ts';
import type { ImageClassifier } from '../../core/ports/images/image-classifier.ts';
import type { Services } from '../../core/ports/services.ts';
import { classifyImage } from '../../core/use-cases/moderation/classify-image.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { recordedClient } from '../composition/recorded-client.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { lazily } from '../lazily.ts';

type ClassifyServices = RecordServices & Pick<Services, 'objects' | 'imageEngine'>;

/** The image of an event `image.pending_review` on the bus; undefined for any other message. */
function imageIn(body: string): ImageId | undefined {
  const { detail } = JSON.parse(body) as { detail?: { data?: { imageId?: unknown } } };
  const imageId = detail?.data?.imageId;
  return typeof imageId === 'string' && isImageId(imageId) ? imageId : undefined;
}

/** The worker of pending images, a message for each; failed ones return. */
export function createHandler(services: ClassifyServices, classifier: ImageClassifier) {
  return async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of Records) {
      const imageId = imageIn(body);
      if (!imageId) continue;
      try {
        const outcome = await classifyImage(services, classifier, imageId);
        services.log.info('image classified', { imageId, outcome });
      } catch (error) {
        services.log.error('image not classified', { imageId, error: error as Error });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };
}

function createAwsHandler() {
  const client = recordedClient(new RekognitionClient({}));
  const services = awsServices({ ...AWS_OBJECTS, ...AWS_ENGINE });
  return createHandler(services, createRekognitionClassifier(client));
}

export const handler = /* @__PURE__ */ lazily(createAwsHandler);
