import { pairsOfQueryText } from '../transform/query-text.ts';
import { canonicalAddress } from './canonical-address.ts';
import { isImageId } from './ids.ts';
import { IMAGE_PATH_PREFIX, parseImagePath } from './image-url.ts';
import { OLD_ADDRESS, routeText, splitOldPath, unpackAddress } from './old-address.ts';

/** An old address of an image, and the path of the image with its query. */
export interface Route {
  /** In its canonical form, see routeText. */
  readonly path: string;
  /** `/res/<id>.<extension>`, with or without a canonical query. */
  readonly target: string;
}

/** See routeText; the query is a text. */
export function routePath(path: string, query: string): string | undefined {
  return routeText(path, query.split('&'));
}

/**
 * Reads an old address as the edge function sends it, packed, or as a viewer writes it:
 * `/old/<projectId>/<old path>`. Undefined for anything else.
 */
export function parseOldPath(
  path: string,
  query: string,
): { readonly projectId: string; readonly path: string } | undefined {
  const old = splitOldPath(path);
  if (old === undefined) return undefined;
  const isPacked = old.rest === '/' && query.startsWith(`${OLD_ADDRESS}=`);
  const route = isPacked
    ? unpackAddress(query.slice(OLD_ADDRESS.length + 1))
    : routePath(old.rest, query);
  return route === undefined ? undefined : { projectId: old.projectId, path: route };
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
