import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { isTemporaryImageId } from '../../core/images/ids.ts';
import type { Services } from '../../core/ports/services.ts';
import {
  type Arrival,
  acceptDirectUpload,
} from '../../core/use-cases/uploads/accept-direct-upload.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { AWS_INCOMING, AWS_OBJECTS } from '../composition/object-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { lazily } from '../lazily.ts';
import { storedObjectsIn } from './stored-objects.ts';

type AcceptServices = RecordServices & Pick<Services, 'objects' | 'imageEngine' | 'incoming'>;

/** The writes in a message; keys of any other form are not ours. */
function arrivalsIn(body: string): Arrival[] {
  return storedObjectsIn(body).flatMap(({ key, etag }) =>
    isTemporaryImageId(key) ? [{ temporaryImageId: key, etag }] : [],
  );
}

/**
 * Validates direct uploads from the queue of the bucket; failed messages are reported and return.
 */
export function createHandler(services: AcceptServices) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of Records) {
      try {
        for (const arrival of arrivalsIn(body)) await acceptDirectUpload(services, arrival);
      } catch (error) {
        services.log.error('direct upload not validated', {
          error: String((error as Error).stack),
        });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_OBJECTS, ...AWS_INCOMING, ...AWS_ENGINE })),
);
