import { text } from 'node:stream/consumers';
import type { HttpResponse } from '@smithy/core/protocols';
import type { Fields } from './aws-client.ts';
import type { Caller, ErrorBody } from './call-aws.ts';

/** The name in `namespace#Name:address` (Smithy, "AWS JSON 1.1 protocol"). */
function nameIn(type: string): string {
  return type.split('#').at(-1)?.split(':')[0] ?? type;
}

function parsed(body: string): Fields {
  try {
    return JSON.parse(body);
  } catch {
    return {}; // a proxy's page
  }
}

/** DynamoDB says `message`, and in a few errors `Message`. */
function readError(body: string, { statusCode, headers }: HttpResponse): ErrorBody {
  const { __type, code, message, Message, ...fields } = parsed(body);
  const type = headers['x-amzn-errortype'] ?? __type ?? code;
  const unnamed = statusCode === 503 ? 'ServiceUnavailable' : `${statusCode}`;
  return {
    name: type === undefined ? unnamed : nameIn(String(type)),
    message: String(message ?? Message ?? `status ${statusCode}`),
    fields,
  };
}

const reader = {
  read: async ({ body }: HttpResponse): Promise<Fields> => JSON.parse((await text(body)) || '{}'),
  readError,
};

/** A call in JSON, version 1.0 or 1.1, to a target `Service.Operation`. */
export function callJson(
  caller: Caller,
  { target, version }: { readonly target: string; readonly version: '1.0' | '1.1' },
  input: Fields,
): Promise<Fields> {
  const headers = { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': target };
  const body = JSON.stringify(input);
  return caller.call({ method: 'POST', path: '/', headers, body }, reader);
}
