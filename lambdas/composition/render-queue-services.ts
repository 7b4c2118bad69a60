import { createSqsRenderQueue } from '../../adapters/sqs/render-queue.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import type { ServiceParts } from './services.ts';
import { sharedSqsClient } from './shared-clients.ts';

/** For delivery, which queues slow renditions: the client of SQS. */
export const AWS_RENDER_QUEUE: ServiceParts<Pick<Services, 'renderQueue'>> = {
  renderQueue: () =>
    createSqsRenderQueue(sharedSqsClient(), readEnvironment(ENVIRONMENT.renderQueueUrl)),
};
