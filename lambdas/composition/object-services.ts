import { createS3ObjectStore } from '../../adapters/s3/object-store.ts';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { recordedClient } from './recorded-client.ts';
import type { ServiceParts } from './services.ts';

/** For functions that read or write images' files: the client of S3. */
export const AWS_OBJECTS: ServiceParts<Pick<Services, 'objects'>> = {
  objects: () =>
    createS3ObjectStore(recordedClient(createS3Client()), {
      originals: readEnvironment(ENVIRONMENT.originalsBucket),
      renditions: readEnvironment(ENVIRONMENT.renditionsBucket),
    }),
};
