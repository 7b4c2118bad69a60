import { createS3AccessLogs } from '../../adapters/s3/access-logs.ts';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { recordedClient } from './recorded-client.ts';
import type { ServiceParts } from './services.ts';

/** For the function that meters: the bucket for the CDN's access logs. */
export const AWS_ACCESS_LOGS: ServiceParts<Pick<Services, 'accessLogs'>> = {
  accessLogs: () =>
    createS3AccessLogs(
      recordedClient(createS3Client()),
      readEnvironment(ENVIRONMENT.accessLogsBucket),
    ),
};
