import { createS3AccessLogs } from '../../adapters/s3/access-logs.ts';
import { createS3IncomingObjects } from '../../adapters/s3/incoming-objects.ts';
import { createS3ObjectStore } from '../../adapters/s3/object-store.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import type { ServiceParts } from './services.ts';
import { sharedS3Client } from './shared-clients.ts';

/** For functions that read or write images' files: the client of S3. */
export const AWS_OBJECTS: ServiceParts<Pick<Services, 'objects'>> = {
  objects: () =>
    createS3ObjectStore(sharedS3Client(), {
      originals: readEnvironment(ENVIRONMENT.originalsBucket),
      renditions: readEnvironment(ENVIRONMENT.renditionsBucket),
    }),
};

/** For the function that validates direct uploads: the bucket that receives them. */
export const AWS_INCOMING: ServiceParts<Pick<Services, 'incoming'>> = {
  incoming: () =>
    createS3IncomingObjects(sharedS3Client(), readEnvironment(ENVIRONMENT.incomingBucket)),
};

/** For the function that meters: the bucket for the CDN's access logs. */
export const AWS_ACCESS_LOGS: ServiceParts<Pick<Services, 'accessLogs'>> = {
  accessLogs: () =>
    createS3AccessLogs(sharedS3Client(), readEnvironment(ENVIRONMENT.accessLogsBucket)),
};
