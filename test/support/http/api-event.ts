import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '../../../core/api/endpoint.ts';

const FIXTURE = readFileSync(new URL('./api-gateway-event.json', import.meta.url), 'utf8');

/** API Gateway's event of a REST proxy call, with what a test changes of it. */
export function makeApiEvent(
  endpoint: Endpoint,
  {
    headers = {},
    body = null,
    uploadKey,
  }: {
    headers?: Record<string, string>;
    body?: string | Buffer | null;
    uploadKey?: string;
  },
): APIGatewayProxyEvent {
  const isBytes = Buffer.isBuffer(body);
  return {
    ...JSON.parse(FIXTURE),
    resource: endpoint.path,
    path: endpoint.path.replace('{uploadKey}', uploadKey ?? ''),
    pathParameters: uploadKey === undefined ? null : { uploadKey },
    headers,
    body: isBytes ? body.toString('base64') : body,
    isBase64Encoded: isBytes,
  };
}
