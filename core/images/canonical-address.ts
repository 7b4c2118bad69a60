import { canonicalQuery } from '../transform/canonical-query.ts';
import { parseQuery, type QueryPairs, simplifyParameters } from '../transform/query.ts';
import { imagePath, parseImagePath } from './image-url.ts';

/** The one form of an image's address that the edge gives to all that mean the same, or why it gives none. */
export type CanonicalAddress =
  | { readonly path: string; readonly query: string; readonly fault?: undefined }
  | { readonly fault: string };

/** What the edge makes of `/res/<id>.<extension>` and its decoded query: the text that CloudFront keys on and a signature covers (CONTRACT C6.9, C6.14). */
export function canonicalAddress(path: string, pairs: QueryPairs): CanonicalAddress {
  const image = parseImagePath(path);
  if (image.fault !== undefined) return { fault: image.fault };
  const { parameters, errors } = parseQuery(pairs);
  if (errors.length > 0) return { fault: errors.map((error) => error.detail).join('; ') };
  const query = canonicalQuery(simplifyParameters(parameters, image.format));
  return {
    path: imagePath(image.id, image.format),
    query: query.map((pair) => `${pair[0]}=${pair[1]}`).join('&'),
  };
}
