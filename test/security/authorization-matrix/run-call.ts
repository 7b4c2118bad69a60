import { type Endpoint, PROJECT_HEADER } from '../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../core/api/endpoints.ts';
import type { Services } from '../../../core/ports/services.ts';
import { makeApiEvent } from '../../support/http/api-event.ts';
import { handlerOf } from '../../support/http/handler-of.ts';
import { makeContext } from '../../support/stores/make-services.ts';

/** The credential of a caller: an API key, an access token, an upload key in the path, or none. */
export interface Shown {
  readonly apiKey?: string;
  readonly token?: string;
  readonly uploadKey?: string;
  /** Of a call that takes bytes. */
  readonly projectId?: string;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  readonly json: any;
}

/** Every call of THE table, by its name in a URL. */
export const CALLS: readonly Endpoint[] = Object.values(ENDPOINTS);

/** The call of a name. */
export function callNamed(name: string): Endpoint {
  const found = CALLS.find((call) => call.name === name);
  if (!found) throw new Error(`there is no call ${name}`);
  return found;
}

/** Runs a call through the function that has it, as API Gateway would. */
export async function runCall(
  services: Services,
  endpoint: Endpoint,
  shown: Shown,
  body: object | Buffer,
): Promise<Answer> {
  const isBytes = Buffer.isBuffer(body);
  const event = makeApiEvent(endpoint, {
    headers: {
      'content-type': isBytes ? 'image/jpeg' : 'application/json',
      ...(shown.apiKey === undefined ? {} : { 'x-api-key': shown.apiKey }),
      ...(shown.token === undefined ? {} : { authorization: `Bearer ${shown.token}` }),
      ...(shown.projectId === undefined ? {} : { [PROJECT_HEADER.toLowerCase()]: shown.projectId }),
    },
    body: isBytes ? body : JSON.stringify(body),
    ...(endpoint.credential.kind === 'uploadKey' ? { uploadKey: shown.uploadKey ?? '' } : {}),
  });
  const { statusCode, body: text } = await (await handlerOf(endpoint, services))(
    event,
    makeContext(),
  );
  return { status: statusCode, json: JSON.parse(text) };
}
