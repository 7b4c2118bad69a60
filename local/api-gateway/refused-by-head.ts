import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../../core/foundation/limits.ts';
import { mediaTypeOf, UPLOAD_CONTENT_TYPES } from '../../core/images/upload-type.ts';
import { UNKNOWN_TYPE } from '../../core/transform/sent-formats.ts';
import type { FoundRoute } from './api-routes.ts';

type Head = Pick<IncomingMessage, 'method' | 'headers'>;

function mayBeAccepted({ route }: FoundRoute, { headers }: Head): boolean {
  const type = mediaTypeOf(headers['content-type']);
  if (!route.takesBytes) return type === 'application/json';
  // which of them come in is a setting of the functions
  return type === UNKNOWN_TYPE || UPLOAD_CONTENT_TYPES.includes(type);
}

function hasCredential({ pathParameters }: FoundRoute, { headers }: Head): boolean {
  return Boolean(pathParameters?.uploadKey || headers['x-api-key'] || headers.authorization);
}

/**
 * The body with which the function of a request refuses it in the order of its checks
 * (errors.check-order). Undefined where the head doesn't decide, and the body is to be asked for. A
 * JSON body that is declared too long is filled up with spaces, which is refused for its length.
 */
export async function bodyOfRefusal(
  found: FoundRoute,
  request: Head,
  mayHold: () => Promise<boolean>,
): Promise<Buffer | undefined> {
  const { takesBytes } = found.route;
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  const isRefused =
    request.method !== 'POST' ||
    !hasCredential(found, request) ||
    !mayBeAccepted(found, request) ||
    (takesBytes && !(await mayHold()));
  const isTooLong = !takesBytes && declaredBytes > LIMITS.maxJsonBytes;
  if (isTooLong) return Buffer.alloc(LIMITS.maxJsonBytes + 1, ' ');
  return isRefused ? Buffer.alloc(0) : undefined;
}
