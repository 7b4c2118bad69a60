import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { isImageId } from '../../core/images/ids.ts';
import type { Services } from '../../core/ports.ts';
import { purgeImage } from '../../core/use-cases/purge-image.ts';
import { AWS_EDGE } from '../edge-services.ts';
import { lazily } from '../lazily.ts';
import { AWS_OBJECTS } from '../object-services.ts';
import { awsServices, type RecordServices } from '../services.ts';

type PurgeServices = RecordServices & Pick<Services, 'objects' | 'edge'>;

async function purgeRecord(services: PurgeServices, body: string): Promise<boolean> {
  const { imageId } = JSON.parse(body) as { imageId?: string };
  if (imageId === undefined || !isImageId(imageId)) return true; // nothing that a retry would mend
  return (await purgeImage(services, imageId)) === 'done';
}

/** The purge worker: one record a deleted image, `{"imageId": "img_…"}`; those not finished are reported and come again. */
export function createHandler(services: PurgeServices) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    // at once, so that their invalidations can be gathered
    const failures = await Promise.all(
      Records.map(async ({ messageId, body }) => {
        const isDone = await purgeRecord(services, body).catch((error: Error) => {
          services.log.error('purge failed', { error: String(error.stack) });
          return false;
        });
        return isDone ? [] : [{ itemIdentifier: messageId }];
      }),
    );
    return { batchItemFailures: failures.flat() };
  };
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_OBJECTS, ...AWS_EDGE })),
);
