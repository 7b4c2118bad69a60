import type { Endpoint } from '../../../core/api/endpoint.ts';
import type { Services } from '../../../core/ports/services.ts';
import type { ApiHandler } from '../../../lambdas/http/api-types.ts';
import { makeContext } from '../stores/make-services.ts';
import { makeApiEvent } from './api-event.ts';

interface AnyRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, unless the call takes bytes. */
  readonly body: object | Buffer;
  readonly uploadKey?: string;
  /** Left out: POST. */
  readonly method?: string;
}

/** Runs any call of THE table by the handler of its function. */
export async function callAny(services: Services, endpoint: Endpoint, request: AnyRequest) {
  const { headers, body, uploadKey, method } = request;
  const file = new URL(`../../../lambdas/api/${endpoint.functionName}.ts`, import.meta.url);
  const { createHandler } = (await import(file.href)) as {
    createHandler: (services: Services) => ApiHandler;
  };
  const isBytes = Buffer.isBuffer(body);
  const event = makeApiEvent(endpoint, {
    headers: { ...(isBytes ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isBytes ? body : JSON.stringify(body),
    ...(uploadKey === undefined ? {} : { uploadKey }),
  });
  const sent = method === undefined ? event : { ...event, httpMethod: method };
  const answer = await createHandler(services)(sent, makeContext());
  return {
    status: answer.statusCode,
    headers: answer.headers ?? {},
    json: JSON.parse(answer.body || 'null'),
  };
}
