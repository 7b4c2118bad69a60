/**
 * Old addresses in their one form, which the edge sends and the service stores. Edge-safe: no
 * syntax beyond the CloudFront runtime's.
 */
import { MAX_ROUTE_PATH_BYTES } from '../foundation/numbers/route-bounds.ts';

/** Old addresses are served below this path and the ID of their project. */
export const OLD_PATH_PREFIX = '/old/';

/** The query name with which the edge sends a whole old address; no other is in the cache key. */
export const OLD_ADDRESS = 'address';

/** Added by URL builders: `@cloudinary/url-gen` and its like, `@imgix/js-core` and Unsplash. */
const OF_BUILDERS = '_a _i _s ixid ixlib';

/**
 * Added to links by advertisements, mails and analytics. Brave's query filter, and AdGuard's
 * "URL Tracking filter" have them. Short or common words such as `ref`, `si` and `source` aren't
 * here: an image host may mean something by them.
 */
const OF_LINKS =
  '__hsfp __hssc __hstc _ga _gl _hsenc _hsmi _kx _openstat dclid epik fb_action_ids ' +
  'fb_action_types fb_comment_id fb_ref fb_source fbclid gad_campaignid gad_source gbraid gclid ' +
  'gclsrc igsh igshid irclickid li_fat_id mc_cid mc_eid mkt_tok ml_subscriber ' +
  'ml_subscriber_hash msclkid mtm_cid oly_anon_id oly_enc_id pk_cid rb_clickid srsltid ttclid ' +
  'twclid vero_conv vero_id wbraid wickedid yclid ymclid ysclid';

/** The names that an old address may have or lack (delivery.tolerated-parameters). */
export const TOLERATED_NAMES: readonly string[] = `${OF_BUILDERS} ${OF_LINKS}`.split(' ');

/** The campaign of a link, in Google Analytics and most others: `utm_source` and its like. */
export const TOLERATED_PREFIX = 'utm_';

/** Whether a parameter changes nothing about the image that an old address means. */
export const isToleratedName = (name: string): boolean =>
  name.slice(0, TOLERATED_PREFIX.length) === TOLERATED_PREFIX || TOLERATED_NAMES.indexOf(name) >= 0;

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
