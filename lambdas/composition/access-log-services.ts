import { createS3AccessLogs } from '../../adapters/s3/access-logs.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import type { ServiceParts } from './services.ts';
import { sharedS3Client } from './shared-clients.ts';

/** For the function that meters: the bucket for the CDN's access logs. */
export const AWS_ACCESS_LOGS: ServiceParts<Pick<Services, 'accessLogs'>> = {
  accessLogs: () =>
    createS3AccessLogs(sharedS3Client(), readEnvironment(ENVIRONMENT.accessLogsBucket)),
};
