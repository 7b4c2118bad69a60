import { createS3IncomingObjects } from '../../adapters/s3/incoming-objects.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import type { ServiceParts } from './services.ts';
import { sharedS3Client } from './shared-clients.ts';

/** For the function that validates direct uploads: the bucket that receives them. */
export const AWS_INCOMING: ServiceParts<Pick<Services, 'incoming'>> = {
  incoming: () =>
    createS3IncomingObjects(sharedS3Client(), readEnvironment(ENVIRONMENT.incomingBucket)),
};
