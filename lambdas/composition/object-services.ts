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
