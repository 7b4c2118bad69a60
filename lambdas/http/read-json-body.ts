import type { JsonRequest } from '../../core/api/endpoint.ts';
import { readBody } from '../../core/api/read-body.ts';
import { parseJsonText } from '../../core/foundation/json/json-text.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { IsCdnHost } from '../../core/images/image-reference.ts';
import { mediaTypeOf } from '../../core/images/upload-type.ts';
import { type ApiMiddleware, headerOf } from './api-types.ts';
import { bodyBytes } from './body-bytes.ts';

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ServiceError('invalid_json', { detail: 'The body must be UTF-8.', cause });
  }
}

/** Parses a JSON body in the order of `errors.check-order`: type, length, JSON. */
export function parseJsonBody(): ApiMiddleware {
  return {
    before: async (request) => {
      if (mediaTypeOf(headerOf(request.event, 'content-type')) !== 'application/json') {
        throw new ServiceError('unsupported_media_type', {
          detail: 'Send the body with Content-Type: application/json.',
          hint: "With curl add -H 'Content-Type: application/json'; with fetch set the header and JSON.stringify the body.",
        });
      }
      const bytes = bodyBytes(request.event);
      if (bytes.length > LIMITS.maxJsonBytes) {
        throw new ServiceError('payload_too_large', {
          detail: `A JSON body may have at most ${LIMITS.maxJsonBytes} bytes.`,
          hint: 'Split the request into smaller ones.',
          members: { maxBytes: LIMITS.maxJsonBytes },
        });
      }
      request.internal.body = parseJsonText(decodeUtf8(bytes));
      return undefined;
    },
  };
}

/** Validates the parsed body by its endpoint's schema, after the authorization. */
export function readFields(contract: JsonRequest, isCdnHost: IsCdnHost): ApiMiddleware {
  return {
    before: async ({ internal }) => {
      internal.input = readBody(contract, internal.body, isCdnHost);
      return undefined;
    },
  };
}

/** Gives a call that takes bytes its body, and the headers that describe it. */
export function readBytes(): ApiMiddleware {
  return {
    before: async ({ event, internal }) => {
      internal.input = {
        bytes: bodyBytes(event),
        contentType: headerOf(event, 'content-type'),
        originalFilename: headerOf(event, 'x-original-filename'),
      };
      return undefined;
    },
  };
}
