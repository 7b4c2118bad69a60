import { createSqsRenderQueue } from '../../adapters/sqs/render-queue.ts';
import { createSqsClient } from '../../adapters/sqs/sqs-client.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { recordedClient } from './recorded-client.ts';
import type { ServiceParts } from './services.ts';

/** For delivery, which queues slow renditions: the client of SQS. */
export const AWS_RENDER_QUEUE: ServiceParts<Pick<Services, 'renderQueue'>> = {
  renderQueue: () =>
    createSqsRenderQueue(
      recordedClient(createSqsClient()),
      readEnvironment(ENVIRONMENT.renderQueueUrl),
    ),
};
