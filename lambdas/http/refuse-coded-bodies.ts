import { ServiceError } from '../../core/foundation/service-error.ts';
import { type ApiMiddleware, type ApiRequest, headerOf } from './api-types.ts';

/** The content codings of a body (RFC 9110 section 8.4), however often the header came. */
function codingsOf({ event }: Pick<ApiRequest, 'event'>): string[] {
  const lines = Object.entries(event.multiValueHeaders ?? {})
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, values]) => values ?? []);
  const all = [...lines, headerOf(event, 'content-encoding') ?? ''].join(',');
  return all.split(',').map((coding) => coding.trim().toLowerCase());
}

/**
 * Refuses bodies that would have to be decoded before they are what their Content-Type says;
 * `identity` is no coding.
 */
export function refuseCodedBodies(): ApiMiddleware {
  return {
    before: async (request) => {
      const isPlain = codingsOf(request).every((coding) => coding === '' || coding === 'identity');
      if (isPlain) return undefined;
      throw new ServiceError('unsupported_media_type', {
        detail: 'Send the body without a Content-Encoding.',
        hint: 'Send the bytes uncompressed and leave the header out.',
        headers: { 'Accept-Encoding': 'identity' }, // RFC 7694 section 3
      });
    },
  };
}
