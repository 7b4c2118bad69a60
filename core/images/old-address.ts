/**
 * Old addresses in their one form, which the edge sends and the service stores. Edge-safe: no
 * syntax beyond the CloudFront runtime's.
 */
import { MAX_ROUTE_PATH_BYTES } from '../foundation/route-bounds.ts';
import { isToleratedName } from './tolerated-names.ts';

/** Old addresses are served below this path and the ID of their project. */
export const OLD_PATH_PREFIX = '/old/';

/** The query name with which the edge sends a whole old address; no other is in the cache key. */
export const OLD_ADDRESS = 'address';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Half a surrogate pair, which UTF-8 can't write, is U+FFFD. */
const wellFormed = (text: string): string =>
  text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (found) =>
    found.length > 1 ? found : '\ufffd',
  );

/** `name=value` of a parameter; empty for none, and one that no old service reads. */
function canonicalPair(pair: string): string {
  const at = pair.indexOf('=');
  const name = decoded(at < 0 ? pair : pair.slice(0, at));
  const value = decoded(at < 0 ? '' : pair.slice(at + 1));
  if (name + value === '' || isToleratedName(name)) return '';
  return `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`;
}

/** The bytes of a text in UTF-8; undefined if it has half a surrogate pair. */
function bytesOf(text: string): number | undefined {
  try {
    return encodeURIComponent(text).replace(/%../g, '.').length;
  } catch {
    return undefined;
  }
}

/** A slash, and no control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
const ROUTE = /^\/[^\0-\x1f\x7f-\x9f]+$/;

/** Whether this can be stored as a route. */
function isRouteText(text: string): boolean {
  const bytes = bytesOf(text);
  return bytes !== undefined && bytes <= MAX_ROUTE_PATH_BYTES && ROUTE.test(text);
}

/**
 * The one form of equivalent old addresses: the path without percent-encoding, and the parameters
 * in the order of their names. Parameters that no old service reads are left out. Undefined if it
 * is too long or has control characters.
 */
export function routeText(path: string, pairs: readonly string[]): string | undefined {
  const plain = decoded(path);
  const kept: string[] = [];
  let length = plain.length;
  // no more is read than a form has room for
  for (let at = 0; at < pairs.length && length <= MAX_ROUTE_PATH_BYTES; at++) {
    const pair = canonicalPair(pairs[at] as string);
    if (pair === '') continue;
    kept.push(pair);
    length += pair.length + 1;
  }
  const text = kept[0] === undefined ? plain : `${plain}?${kept.sort().join('&')}`;
  return length <= MAX_ROUTE_PATH_BYTES && isRouteText(text) ? text : undefined;
}

/** The parts of `/old/<projectId>/<rest>`; undefined for any other path. */
export function splitOldPath(
  path: string,
): { readonly projectId: string; readonly rest: string } | undefined {
  const found = /^\/old\/(prj_[a-z2-7]{26})(\/[\s\S]*)$/.exec(path);
  return found ? { projectId: found[1] as string, rest: found[2] as string } : undefined;
}

/** The characters that encodeURIComponent leaves, and RFC 3986 doesn't call unreserved. */
const RESERVED = /[!'()*~]/g;

/** A route as a query value of unreserved characters, which no hop has a reason to rewrite. */
export const packAddress = (route: string): string =>
  encodeURIComponent(route)
    .replace(RESERVED, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    .replace(/%/g, '~');

/** The route in a packed value; undefined if it is none that could be stored. */
export function unpackAddress(packed: string): string | undefined {
  const route = decoded(packed.replace(/~/g, '%'));
  return isRouteText(route) ? route : undefined;
}
