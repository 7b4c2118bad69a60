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

/** The event of an endpoint's example, with these credentials, and `ann`'s access token. */
export function makeExampleEvent(
  endpoint: Endpoint,
  { apiKey, uploadKey }: { readonly apiKey: string; readonly uploadKey: string },
  projectId: string,
): APIGatewayProxyEvent {
  const { credential, request } = endpoint;
  const example = request.kind === 'json' ? request.example : undefined;
  const body = JSON.stringify(example ?? {}).replaceAll(/prj_a{26}/g, projectId);
  const headers = {
    'content-type': request.kind === 'json' ? 'application/json' : 'image/jpeg',
    ...(credential.kind === 'apiKey' ? { 'x-api-key': apiKey } : {}),
    ...(credential.kind === 'accessToken' ? { authorization: 'Bearer ann' } : {}),
  };
  return makeApiEvent(endpoint, { headers, body, uploadKey });
}
