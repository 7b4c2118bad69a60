import { type AnyImageId, isAnyImageId } from './ids.ts';
import { imageIdIn } from './image-url.ts';

/** Whether a host (`name` or `name:port`, lower case) is one of this service's CDN hosts. */
export type IsCdnHost = (host: string) => boolean;

/** The parts of an image's URL, or a bare id, which has neither path nor query. */
export interface ImageAddress {
  readonly id: AnyImageId;
  readonly path: string | undefined;
  /** Without its question mark. */
  readonly query: string;
}

/** Reads a CDN URL with its path and query, or an ID; undefined for anything else. */
export function parseImageAddress(
  reference: string,
  isCdnHost: IsCdnHost,
): ImageAddress | undefined {
  const id = parseImageReference(reference, isCdnHost);
  if (id === undefined || id === reference) return id && { id, path: undefined, query: '' };
  const { pathname, search } = new URL(reference);
  return { id, path: pathname, query: search.slice(1) };
}

/**
 * Reads "CDN URL or ID": the id in it; undefined for anything else.
 * Query, fragment, file name and extension of a URL are ignored (references.urls).
 */
export function parseImageReference(
  reference: string,
  isCdnHost: IsCdnHost,
): AnyImageId | undefined {
  if (isAnyImageId(reference)) return reference;
  if (!URL.canParse(reference)) return undefined;
  const url = new URL(reference);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  return isCdnHost(url.host) ? imageIdIn(url.pathname) : undefined;
}

/** Any loopback name and port, so that yesterday's URLs survive another port. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/.test(host);
}
