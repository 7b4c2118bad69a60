import type { OutputFormat } from '../transform/formats.ts';
import type { Parameters } from '../transform/parameters.ts';
import { parseQuery, type QueryPairs, queryOf, simplifyParameters } from '../transform/query.ts';
import type { AnyImageId } from './ids.ts';
import { imagePath, parsePath } from './image-url.ts';

/** The canonical form of all equivalent addresses of an image, or the reason why there is none. */
export type CanonicalAddress =
  | { readonly path: string; readonly query: string; readonly fault?: undefined }
  | { readonly fault: string };

/**
 * The canonical query: the parameters in their shortest form and THE table's order, values as they
 * are, without escapes (transformations.rendition-key, signing.canonical-form).
 */
export function canonicalQueryText(parameters: Parameters, format: OutputFormat): string {
  return queryOf(simplifyParameters(parameters, format))
    .map((pair) => `${pair[0]}=${pair[1]}`)
    .join('&');
}

/**
 * The text that a signature covers: the canonical path and query, with `expires` last, without the
 * signature itself. The edge sends the origin only this, whatever the spelling of the request.
 */
export function textToSign(id: AnyImageId, format: OutputFormat, parameters: Parameters): string {
  const { signature: _, ...signed } = parameters;
  return `${imagePath(id, format)}?${canonicalQueryText(signed, format)}`;
}

/**
 * The canonical form of `/res/<id>.<extension>` and its decoded query. A file name is left out,
 * valid or not.
 */
export function canonicalAddress(path: string, pairs: QueryPairs): CanonicalAddress {
  const image = parsePath(path, () => '');
  if (image.fault !== undefined) return { fault: image.fault };
  const { parameters, errors } = parseQuery(pairs);
  if (errors.length > 0) return { fault: errors.map((error) => error.detail).join(' ') };
  const query = canonicalQueryText(parameters, image.format);
  return { path: imagePath(image.id, image.format), query: query };
}
