import { RekognitionClient } from '@aws-sdk/client-rekognition';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import { createRekognitionClassifier } from '../../adapters/rekognition/image-classifier.ts';
import { createRekognitionFinder } from '../../adapters/rekognition/subject-finder.ts';
import { EXAMINED_EVENTS } from '../../core/events/event-types.ts';
import { valueAt } from '../../core/foundation/json/json-value.ts';
import { isImageId } from '../../core/images/ids.ts';
import type { Services } from '../../core/ports/services.ts';
import {
  type ExaminedImage,
  type Examiners,
  examineImage,
} from '../../core/use-cases/moderation/examine-image.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { recordedClient } from '../composition/recorded-client.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { lazily } from '../lazily.ts';
import { parseMessage } from './parse-message.ts';

type ClassifyServices = RecordServices & Pick<Services, 'objects' | 'imageEngine'>;

/** The image of an event on the bus that has it examined; undefined for any other message. */
function examinedImageIn(body: string): ExaminedImage | undefined {
  const message = parseMessage(body);
  const type = valueAt(message, 'detail-type');
  const event = EXAMINED_EVENTS.find((name) => name === type);
  const imageId = valueAt(message, 'detail', 'data', 'imageId');
  const isImage = typeof imageId === 'string' && isImageId(imageId);
  return event && isImage ? { imageId, event } : undefined;
}

/** The worker of new and restored images, a message for each; failed ones return. */
export function createHandler(services: ClassifyServices, examiners: Examiners) {
  return async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of Records) {
      const image = examinedImageIn(body);
      if (!image) continue;
      const { imageId } = image;
      try {
        const examined = await examineImage(services, examiners, image);
        services.log.info('image classified', { imageId, ...examined });
      } catch (error) {
        services.log.error('image not classified', { imageId, error: error as Error });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };
}

function createAwsHandler() {
  const client = recordedClient(
    createAwsClient('function', 'RekognitionClient', RekognitionClient),
  );
  const services = awsServices({ ...AWS_OBJECTS, ...AWS_ENGINE });
  const classifier = createRekognitionClassifier(client);
  return createHandler(services, { classifier, finder: createRekognitionFinder(client) });
}

export const handler = /* @__PURE__ */ lazily(createAwsHandler);
