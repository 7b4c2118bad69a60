import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { AccessLogFile } from '../../core/ports/projects/access-logs.ts';
import type { Services } from '../../core/ports/services.ts';
import { meterAccessLog } from '../../core/use-cases/usage/meter-access-log.ts';
import { AWS_ACCESS_LOGS } from '../composition/object-services.ts';
import { AWS_PROJECT_EDGE_PURGE } from '../composition/project-deletion-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { lazily } from '../lazily.ts';
import { storedObjectsIn } from './stored-objects.ts';

type MeterServices = RecordServices & Pick<Services, 'accessLogs' | 'projectPurge'>;

/** The files in a message; S3 encodes keys as forms do. */
function filesIn(body: string): AccessLogFile[] {
  return storedObjectsIn(body).flatMap(({ key, etag }) =>
    key === '' ? [] : [{ name: decodeURIComponent(key.replaceAll('+', ' ')), etag }],
  );
}

async function meter(services: MeterServices, file: AccessLogFile): Promise<void> {
  const metered = await meterAccessLog(services, file);
  const fields = { file: file.name, ...metered };
  if (metered) services.log.info('access log metered', fields);
  else services.log.warn('access log not found', fields);
}

/**
 * Meters the CDN's access logs, notified by their bucket's queue; failed messages are reported and
 * return.
 */
export function createHandler(services: MeterServices) {
  return async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of Records) {
      try {
        for (const file of filesIn(body)) await meter(services, file);
      } catch (error) {
        services.log.error('access log not metered', { error: String((error as Error).stack) });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_ACCESS_LOGS, ...AWS_PROJECT_EDGE_PURGE })),
);
