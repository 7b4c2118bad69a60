import type { Endpoint } from '../../../core/api/endpoint.ts';
import type { Services } from '../../../core/ports/services.ts';
import { makeContext } from '../stores/make-services.ts';
import { makeApiEvent } from './api-event.ts';
import { handlerOf } from './handler-of.ts';

interface AnyRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, unless the call takes bytes. */
  readonly body: object | Buffer;
  readonly uploadKey?: string;
  /** Left out: POST. */
  readonly method?: string;
  /** The client's address. */
  readonly sourceIp?: string;
}

/** Runs any call of THE table by the handler of its function. */
export async function callAny(services: Services, endpoint: Endpoint, request: AnyRequest) {
  const { headers, body, uploadKey, method, sourceIp } = request;
  const isBytes = Buffer.isBuffer(body);
  const event = makeApiEvent(endpoint, {
    headers: { ...(isBytes ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isBytes ? body : JSON.stringify(body),
    ...(uploadKey === undefined ? {} : { uploadKey }),
  });
  const sent = method === undefined ? event : { ...event, httpMethod: method };
  if (sourceIp !== undefined) sent.requestContext.identity.sourceIp = sourceIp;
  const answer = await (await handlerOf(endpoint, services))(sent, makeContext());
  return {
    status: answer.statusCode,
    headers: answer.headers ?? {},
    json: JSON.parse(answer.body || 'null'),
  };
}
