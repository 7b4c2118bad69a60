import { LIMITS } from '../foundation/limits.ts';
import { pairsOfQueryText } from '../transform/query-text.ts';
import { canonicalAddress } from './canonical-address.ts';
import { isImageId } from './ids.ts';
import { IMAGE_PATH_PREFIX, parseImagePath } from './image-url.ts';

/** Old addresses are served below this path and the ID of their project. */
export const OLD_PATH_PREFIX = '/old/';

/** An old address of an image, and the path of the image with its query. */
export interface Route {
  /** In its canonical form, see routePath. */
  readonly path: string;
  /** `/res/<id>.<extension>`, with or without a canonical query. */
  readonly target: string;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function canonicalPair(pair: string): string {
  const at = pair.indexOf('=');
  const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  return [name, value].map((part) => encodeURIComponent(decoded(part).toWellFormed())).join('=');
}

/**
 * The one form of equivalent old addresses: the path without percent-encoding, and the parameters
 * in the order of their names. Undefined if it is too long or has control characters.
 */
export function routePath(path: string, query: string): string | undefined {
  const pairs = query.split('&').filter((pair) => pair !== '');
  const plain = decoded(path);
  const text = pairs.length === 0 ? plain : `${plain}?${pairs.map(canonicalPair).sort().join('&')}`;
  const bytes = new TextEncoder().encode(text).length;
  const isShort = bytes >= 2 && bytes <= LIMITS.maxRoutePathBytes;
  return isShort && text.startsWith('/') && text.isWellFormed() && !/\p{Cc}/u.test(text)
    ? text
    : undefined;
}

/** Reads `/old/<projectId>/<old path>`; undefined for anything else. */
export function parseOldPath(
  path: string,
  query: string,
): { readonly projectId: string; readonly path: string } | undefined {
  const [, projectId, rest] = /^\/old\/(prj_[a-z2-7]{26})(\/.*)$/s.exec(path) ?? [];
  if (projectId === undefined || rest === undefined) return undefined;
  const route = routePath(rest, query);
  return route === undefined ? undefined : { projectId, path: route };
}

/** The path and the query of an address, which may be a path only. */
function splitAddress(address: string): readonly [path: string, query: string] {
  const local = address.replace(/^https?:\/\/[^/?#]*/i, '').split('#', 1)[0] ?? '';
  const at = local.indexOf('?');
  return at < 0 ? [local, ''] : [local.slice(0, at), local.slice(at + 1)];
}

/** The canonical form of an old address, whatever its host. */
export function routePathOf(address: string): string | undefined {
  return routePath(...splitAddress(address));
}

/**
 * The target of a route: the canonical path and query of an image URL, without its host, so that no
 * redirect leads elsewhere. Undefined if it is no URL of a saved image.
 */
export function routeTargetOf(address: string): string | undefined {
  const [path, query] = splitAddress(address);
  const image = parseImagePath(path);
  if (image.fault !== undefined || !isImageId(image.id)) return undefined;
  const found = canonicalAddress(path, pairsOfQueryText(query));
  if (found.fault !== undefined) return undefined;
  return found.query === '' ? found.path : `${found.path}?${found.query}`;
}

/** Whether a stored target is one that this service may redirect to. */
export function isRouteTarget(target: string): boolean {
  return target.startsWith(IMAGE_PATH_PREFIX) && routeTargetOf(target) === target;
}
