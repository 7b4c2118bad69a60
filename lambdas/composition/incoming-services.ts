import { createS3IncomingObjects } from '../../adapters/s3/incoming-objects.ts';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { recordedClient } from './recorded-client.ts';
import type { ServiceParts } from './services.ts';

/** For the function that validates direct uploads: the bucket that receives them. */
export const AWS_INCOMING: ServiceParts<Pick<Services, 'incoming'>> = {
  incoming: () =>
    createS3IncomingObjects(
      recordedClient(createS3Client()),
      readEnvironment(ENVIRONMENT.incomingBucket),
    ),
};
